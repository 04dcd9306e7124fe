import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { approve, flag, modify, person, retire } from "../../../test/examples/example-rule.ts";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { RuleCommand } from "../../core/rule/rule-command.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";

const at = (minute: number): string => `2026-03-10T09:${String(minute).padStart(2, "0")}:00.000Z`;

let now = at(0);
let http: HttpSession;
let rio: HttpCaller;
beforeEach(async () => {
  now = at(0);
  const policy = { ...DEFAULT_RULE_POLICY, withholdFlagged: true };
  http = await openHttp({ store: await openTestStore(() => new Date(now)), now: () => now, policy });
  rio = http.as("agent", { name: "rio's token", agent: "rio" });
});
afterEach(() => http.close());

/** A rule that is modified, flagged, kept and retired, minute by minute, while the agent asks for its prompt. */
async function live(): Promise<string> {
  const id = await bringIntoForce(http.context.store, "Close it.");
  await rio.post("agents/rio/prompt", {});
  const steps: readonly (readonly RuleCommand[])[] = [
    [modify(person("ada"), 1, "Close every file."), approve(person("ada"), 2), approve(person("ben"), 2)],
    [{ ...flag(2), trial: "tr_1" } as RuleCommand],
    [{ type: "keep", by: person("ben"), reason: "We want it." }],
    [retire(person("cy"), "No longer true.")],
  ];
  for (const [n, commands] of steps.entries()) {
    now = at(n + 1);
    for (const command of commands)
      expect(await decideAndSave(http.context.store.rules, { id, command, now })).toMatchObject({ id });
  }
  now = at(30);
  return id;
}

describe("the prompt of a moment", () => {
  it("is what the agent was given then, with its base and without", async () => {
    const id = await bringIntoForce(http.context.store, "Close it.");
    const asked = { base_prompt: "You are rio." };
    const then = (await rio.post("agents/rio/prompt", asked)).body;
    now = at(5);
    await decideAndSave(http.context.store.rules, { id, command: retire(person("cy"), "It is over."), now });
    expect((await rio.post("agents/rio/prompt", asked)).body).toMatchObject({ prompt: "You are rio." });
    expect((await rio.post("agents/rio/prompt", { ...asked, at: at(3) })).body).toEqual(then);
    const { body } = await rio.get(`agents/rio/prompt?at=${at(3)}`);
    expect(body).toMatchObject({ at: at(3), injection: { rules: [{ rule_id: id, version: 1 }] } });
    expect(`You are rio.\n\n${body.prompt}`).toBe(then.prompt);
  });

  it.each([
    ["before its settings were known", "2026-03-01T00:00:00Z", 409, "settings_unknown"],
    ["in the future", "2026-03-11T00:00:00Z", 400, "moment_in_future"],
    ["that is no time", "yesterday", 400, "invalid_query"],
  ])("is refused for a moment %s", async (_title, moment, status, code) => {
    await rio.post("agents/rio/prompt", {});
    expect(await rio.get(`agents/rio/prompt?at=${moment}`)).toMatchObject({ status, body: { code } });
  });

  it("is only for the token's own agent", async () => {
    expect((await rio.get(`agents/kai/prompt?at=${at(0)}`)).status).toBe(403);
  });
});

describe("the moments at which a prompt changed", () => {
  it("say what came, what left and who signed it", async () => {
    const id = await live();
    const reviewer = http.as("reviewer");
    const { body } = await reviewer.get("agents/rio/prompt/moments");
    const signed = (version: number, replaces: number | null) => ({
      rule_id: id,
      version,
      replaces,
      evidence: 1,
      approvals: [{ by: "ada" }, { by: "ben" }],
    });
    const left = { rule_id: id, version: 2, text: "Close every file." };
    expect(body).toMatchObject({
      more: false,
      moments: [
        { problem: { code: "settings_unknown" }, section: "" },
        { at: at(0), problem: null, added: [signed(1, null)], removed: [] },
        { at: at(1), added: [signed(2, 1)], removed: [] },
        { at: at(2), section: "", added: [], removed: [{ ...left, why: "flagged", by: null }] },
        { at: at(3), added: [signed(2, null)], removed: [] },
        { at: at(4), removed: [{ ...left, why: "retired", by: "cy", reason: "No longer true." }] },
      ],
    });
    for (const { at: moment, section } of body.moments.slice(1))
      expect((await rio.get(`agents/rio/prompt?at=${moment}`)).body.prompt).toBe(section);
  });

  it("are not for agents", async () => {
    expect((await rio.get("agents/rio/prompt/moments")).status).toBe(403);
  });
});
