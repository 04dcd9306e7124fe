import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { NO_METRICS } from "../../../test/silent-http.ts";

let http: HttpSession;
let heard: string[];
beforeEach(async () => {
  heard = [];
  http = await openHttp({ metrics: { ...NO_METRICS, signal: (type) => heard.push(type) } });
});
afterEach(() => http.close());

const FAILURE = "FAIL test/sum.test.ts\nAssertionError: expected 1 to be 2\n 1 failed, 3 passed";

describe("POST /signals", () => {
  it("hears a failure, with its evidence and facts, and counts it", async () => {
    const { status, body } = await http.as("agent").post("signals", { text: FAILURE, exit_code: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: "verification_failure", facts: { exit_code: 1 } });
    expect(body.evidence.length).toBeGreaterThan(0);
    expect(body.feedback_id).toBeUndefined();
    expect(heard).toEqual(["verification_failure"]);
  });

  it.each([
    { why: "a good run", text: "12 passed, 0 failed" },
    { why: "nothing", text: "" },
    { why: "a megabyte of junk", text: "\u0000\u001b[31m%(".repeat(100_000) },
  ])("hears nothing in $why, and records nothing", async ({ text }) => {
    const { body } = await http.as("reviewer").post("signals", { text, record: { agent: "rio" } });
    expect(body).toEqual({ type: null, confidence: 0, evidence: [], facts: {} });
    expect(heard).toEqual(["none"]);
    expect((await http.as("reviewer").get("feedback")).body.items).toEqual([]);
  });

  it("17.2 takes an exit code, what was said before, and tells a standing instruction", async () => {
    const ask = async (body: object) => (await http.as("agent").post("signals", body)).body;
    const text = "The login page doesn't work on Safari, please fix it.";
    expect(await ask({ text: "ok", exit_code: 1 })).toMatchObject({ type: "runtime_error" });
    expect(await ask({ text, history: [] })).toMatchObject({ type: null });
    expect(await ask({ text, history: [{ role: "assistant", text: "I rewrote it." }] })).toMatchObject({
      type: "user_rejection",
    });
    expect(await ask({ text, history: [{ role: "narrator", text: "a" }] })).toMatchObject({
      code: "invalid_body",
    });
    expect(await ask({ text: "Please never commit directly to main." })).toEqual({
      type: null,
      confidence: 0,
      evidence: [],
      facts: { standing_instruction: "Never commit directly to main." },
    });
  });

  it("records a signal once for each run, at the location that the text or the request names", async () => {
    const rio = http.as("agent", { name: "t", agent: "rio" });
    const ask = (run: string) =>
      rio.post("signals", {
        text: "No, that is wrong. Use the other table.",
        kind: "user_message",
        record: { run, path: ".\\src\\a.ts" },
      });
    const first = await ask("r-1");
    expect(first.body).toMatchObject({ type: "user_rejection" });
    expect(first.body.facts.file).toBeUndefined();
    expect((await ask("r-1")).body.feedback_id).toBe(first.body.feedback_id);
    expect((await ask("r-2")).body.feedback_id).not.toBe(first.body.feedback_id);
    expect((await rio.get(`feedback/${first.body.feedback_id}`)).body).toMatchObject({
      agent: "rio",
      run: "r-1",
      author: { id: "detector", trust: "tool" },
      tags: ["user_rejection"],
      target: { path: "src/a.ts" },
    });
  });

  it("an agent's token records about its own agent only", async () => {
    const rio = http.as("agent", { name: "t", agent: "rio" });
    expect(await rio.post("signals", { text: FAILURE, record: { agent: "clay" } })).toMatchObject({
      status: 403,
      body: { code: "other_agent" },
    });
    expect(heard).toEqual([]);
  });

  it.each([
    { why: "no text", body: { text: 1 } },
    { why: "more text than is read in a few seconds", body: { text: "a".repeat(1_048_577) } },
    { why: "a kind that there is not", body: { text: "", kind: "chat" } },
    { why: "half an exit code", body: { text: "", exit_code: 0.5 } },
    { why: "nobody's work", body: { text: FAILURE, record: {} } },
  ])("refuses $why", async ({ body }) => {
    expect(await http.as("reviewer").post("signals", body)).toMatchObject({
      status: 422,
      body: { code: "invalid_body" },
    });
  });
});
