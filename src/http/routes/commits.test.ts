import { afterEach, beforeEach, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { startingTrial } from "../../../test/examples/example-trial.ts";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
let reviewer: HttpCaller;
let rio: HttpCaller;
beforeEach(async () => {
  http = await openHttp();
  reviewer = http.as("reviewer");
  rio = http.as("agent", { name: "rio's token", agent: "rio" });
});
afterEach(() => http.close());

const COMMIT = "a".repeat(40);

it("tells what the agent had, with what a trial withheld from its task", async () => {
  const { store } = http.context;
  const id = await bringIntoForce(store, "Close it.");
  const tried = await bringIntoForce(store, "Spell it.");
  const rule = await store.rules.find(tried);
  expect(await store.trials.save(startingTrial(1, { share: 0.05, secret: "s" }, rule))).toBe(true);
  await rio.post("agents/rio/prompt", { run: "r-1", task: "T-1" });
  await rio.post("agents/rio/commits", { commits: [{ commit: COMMIT, run: "r-1", model: "claude-opus-5" }] });
  const { status, body } = await reviewer.get(`commits/${COMMIT.slice(0, 8)}/why`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      commit: COMMIT,
      runs: [
        {
          agent: "rio",
          task: "T-1",
          certainty: "recorded",
          prompt_recorded: true,
          rules: [{ rule_id: id, given: "prompt", now: { status: "active", version: 1 } }],
          withheld: [{ rule_id: tried, text: "Spell it.", reason: "trial", trial: { share: 0.05 } }],
        },
      ],
    },
  });
});

it("is refused for commits that nobody recorded, and to agents", async () => {
  expect(await reviewer.get(`commits/${COMMIT}/why`)).toMatchObject({
    status: 404,
    body: { code: "commit_not_recorded" },
  });
  expect((await reviewer.get("commits/HEAD/why")).status).toBe(400);
  expect((await rio.get(`commits/${COMMIT}/why`)).status).toBe(403);
  for (const end of ["0", "1"])
    await rio.post("agents/rio/commits", { commits: [{ commit: "b".repeat(39) + end, run: "r-1" }] });
  expect((await reviewer.get("commits/bbbbbbbb/why")).body).toMatchObject({ code: "commit_ambiguous" });
});
