import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
let rio: HttpCaller;
beforeEach(async () => {
  http = await openHttp();
  rio = http.as("agent", { name: "rio's token", agent: "rio" });
});
afterEach(() => http.close());

const COMMIT = "a".repeat(40);

describe("POST /agents/{agent}/runs", () => {
  it("adds the model to a run that Emend gave rules", async () => {
    const report = { run: "r-1", model: "claude-opus-5" };
    expect((await rio.post("agents/rio/runs", report)).body).toEqual({ changed: false });
    await rio.get("agents/rio/rules?run=r-1");
    expect((await rio.post("agents/rio/runs", report)).body).toEqual({ changed: true });
    expect((await rio.post("agents/rio/runs", report)).body).toEqual({ changed: false });
    expect(await http.context.store.rules.findInjection("r-1", "rio")).toMatchObject({
      model: "claude-opus-5",
    });
  });

  it("is only for the token's own agent", async () => {
    expect((await rio.post("agents/kai/runs", { run: "r-1", model: "x" })).status).toBe(403);
  });
});

describe("POST /agents/{agent}/commits", () => {
  it("records which run made a commit", async () => {
    const time = "2026-03-01T10:00:00.000Z";
    const commits = [{ commit: COMMIT, run: "r-1", time, reminders: ["fb_1"], model: "claude-opus-5" }];
    expect((await rio.post("agents/rio/commits", { commits })).body).toEqual({ recorded: 1 });
    expect(await http.context.store.runs.ofCommit(COMMIT)).toEqual([
      { schema: 1, agent: "rio", rules: [], source: "api", ...commits[0] },
    ]);
  });

  it.each([["abc"], ["A".repeat(40)], [`${COMMIT}\n`], [7]])("refuses the id %j", async (commit) => {
    const { status, body } = await rio.post("agents/rio/commits", { commits: [{ commit, run: "r" }] });
    expect({ status, code: body.code }).toEqual({ status: 422, code: "invalid_body" });
  });
});
