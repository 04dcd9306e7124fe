import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";
import { ok } from "../../core/result.ts";

let http: HttpSession;
let rio: HttpCaller;
beforeEach(async () => {
  http = await openHttp();
  rio = http.as("agent", { name: "rio's token", agent: "rio" });
});
afterEach(() => http.close());

describe("GET /agents/{agent}/rules", () => {
  it("gives the rules for some files, what was withheld and why, and writes down which run had them", async () => {
    const { store } = http.context;
    const id = await bringIntoForce(store, "Close it.", { scope: { agents: [], paths: ["src/**"] } });
    const other = await bringIntoForce(store, "Spell it.", { scope: { agents: [], paths: ["docs/**"] } });
    const { status, body } = await rio.get("agents/rio/rules?path=.%5Csrc%5Ca.ts&path=b.md&run=r-1&task=t-1");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      agent: "rio",
      rules: [{ rule_id: id, version: 1, text: "Close it.", paths: ["src/**"], agents: [], flagged: false }],
      withheld: [{ rule_id: other, reason: "other_files" }],
      withheld_more: 0,
      recorded: true,
    });
    expect(body.section).toContain("Close it.");
    expect(await store.rules.findInjection("r-1", "rio")).toMatchObject({
      task: "t-1",
      rules: [{ rule_id: id }],
    });
    expect((await rio.get("agents/rio/rules?path=src/a.ts")).body).toMatchObject({ recorded: false });
    expect((await rio.get("agents/rio/rules")).body.rules).toHaveLength(2);
  });

  it("records the model that the headers or the request name", async () => {
    const { store } = http.context;
    const headers = { "emend-agent-model": "claude-opus-5", "emend-agent-version": "2.1.240" };
    await rio.get("agents/rio/rules?run=r-1", headers);
    await rio.post("agents/rio/prompt", { run: "r-2", model: "gpt-5.6-sol" }, headers);
    expect(await store.rules.findInjection("r-1", "rio")).toMatchObject({
      model: "claude-opus-5",
      agent_version: "2.1.240",
    });
    expect(await store.rules.findInjection("r-2", "rio")).toMatchObject({
      model: "gpt-5.6-sol",
      agent_version: "2.1.240",
    });
    const outcome = { run: "r-1", outcome: "rejected", comment: "No." };
    const { body } = await rio.post("agents/rio/outcomes", outcome, headers);
    expect(await store.feedback.find(String(body.feedback_id))).toMatchObject({ model: "claude-opus-5" });
  });

  it("a login writes nothing down by reading, since browsers follow others' links", async () => {
    await http.close();
    http = await openHttp({
      access: {
        ...http.context.access,
        findSession: async () => ok({ id: "ana", role: "reviewer", kind: "session" }),
      },
    });
    const { status, body } = await http.anybody.get("agents/rio/rules?run=r-1", {
      cookie: "emend_session=x",
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { recorded: false } });
    expect(await http.context.store.rules.findInjection("r-1", "rio")).toBeUndefined();
  });
});

describe("GET /agents/{agent}/mistakes", () => {
  it("tells once what was said before near the files, with what to do", async () => {
    const said = { agent: "rio", wrong: "The handle stays open", tags: ["missing_tests"] };
    await http.as("reviewer", { name: "ana" }).post("feedback", {
      items: [
        { ...said, path: "src/a.ts" },
        { ...said, path: "src/b.ts" },
        { ...said, agent: "clay", path: "src/a.ts" },
      ],
    });
    const { body } = await rio.get("agents/rio/mistakes?path=./src/a.ts");
    expect(body).toMatchObject({
      agent: "rio",
      mistakes: [
        {
          about: "tag",
          id: "missing_tests",
          count: 2,
          here: "same_file",
          example: { words: "The handle stays open", trust: "person", path: "src/a.ts" },
          remedy: { from: "gate" },
        },
      ],
      more: 0,
      looked_at: 2,
    });
    expect((await rio.get("agents/rio/mistakes?path=other.py")).body.mistakes).toEqual([]);
  });

  it("needs files, and a number of mistakes that somebody reads", async () => {
    for (const query of ["", "?path=", "?path=a&limit=51", "?file=a"]) {
      expect(await rio.get(`agents/rio/mistakes${query}`)).toMatchObject({
        status: 400,
        body: { code: "invalid_query" },
      });
    }
  });
});

describe("POST /agents/{agent}/prompt", () => {
  it("puts the rules in force into the prompt and writes down what went in", async () => {
    const id = await bringIntoForce(http.context.store, "Close it.");
    const { body } = await rio.post("agents/rio/prompt", { base_prompt: "You are rio.", run: "r-1" });
    expect(body).toMatchObject({
      agent: "rio",
      injection: { rules: [{ rule_id: id, version: 1 }], withheld: [], withheld_more: 0 },
      recorded: true,
    });
    expect(body.prompt).toMatch(/^You are rio\.[\s\S]*Close it\./);
    expect(await http.context.store.rules.findInjection("r-1", "rio")).toMatchObject({
      rules: [{ rule_id: id }],
    });
  });

  it("without rules the prompt is as it was, and without a run nothing is written down", async () => {
    const { body } = await http.as("reviewer").post("agents/rio/prompt", { base_prompt: "You are rio." });
    expect(body).toMatchObject({
      prompt: "You are rio.",
      injection: { rules: [], tokens: 0 },
      recorded: false,
    });
  });

  it.each([
    { why: "a run without a name", body: { run: " " } },
    { why: "a name beyond all", body: { run: "a".repeat(257) } },
    { why: "files that are no texts", body: { paths: [{}] } },
  ])("refuses $why", async ({ body }) => {
    expect(await rio.post("agents/rio/prompt", body)).toMatchObject({
      status: 422,
      body: { code: "invalid_body" },
    });
  });
});

describe("POST /agents/{agent}/outcomes", () => {
  it("records what became of a run, once, as the words of whoever says it", async () => {
    const said = {
      run: "r-1",
      outcome: "rejected",
      comment: "No tests.",
      tags: ["missing_tests"],
      path: "a.ts",
    };
    const first = await rio.post("agents/rio/outcomes", said);
    expect(first).toMatchObject({ status: 200, body: { state: "new", trust: "tool" } });
    expect((await rio.post("agents/rio/outcomes", said)).body).toEqual({ ...first.body, state: "known" });
    expect((await rio.post("agents/rio/outcomes", { ...said, run: "r-2" })).body.state).toBe("new");
    expect((await rio.get(`feedback/${first.body.feedback_id}`)).body).toMatchObject({
      agent: "rio",
      run: "r-1",
      outcome: null,
      claimed_outcome: "rejected",
      author: { id: "rio's token", trust: "tool" },
      target: { path: "a.ts" },
    });
    const ana = http.as("reviewer", { name: "ana" });
    expect((await ana.post("agents/rio/outcomes", { run: "r-3", outcome: "approved" })).body).toMatchObject({
      trust: "person",
    });
    expect((await ana.get("agents/rio/patterns")).body.pattern).toMatchObject({ decided: 1, rejected: 0 });
  });

  it.each([
    { why: "no run", body: { outcome: "approved" } },
    { why: "an outcome that there is not", body: { run: "r", outcome: "fine" } },
    { why: "another author", body: { run: "r", outcome: "approved", author: "ana" } },
    { why: "another agent beside the path's", body: { run: "r", outcome: "approved", agent: "clay" } },
  ])("refuses $why", async ({ body }) => {
    expect(await rio.post("agents/rio/outcomes", body)).toMatchObject({
      status: 422,
      body: { code: "invalid_body" },
    });
  });
});

it("an agent's token reaches no other agent", async () => {
  const asked = [
    await rio.get("agents/clay/rules"),
    await rio.get("agents/clay/mistakes?path=a"),
    await rio.post("agents/clay/prompt", {}),
    await rio.post("agents/clay/outcomes", { run: "r", outcome: "approved" }),
  ];
  for (const answer of asked) expect(answer).toMatchObject({ status: 403, body: { code: "other_agent" } });
  expect(await http.context.store.feedback.list({ limit: 10 })).toEqual({ items: [] });
});

it.each([
  { why: "a name that is only blank", path: "agents/%20/rules" },
  { why: "a name beyond all", path: `agents/${"a".repeat(257)}/rules` },
])("refuses $why", async ({ path }) => {
  expect(await http.as("reviewer").get(path)).toMatchObject({ status: 400, body: { code: "invalid_path" } });
});
