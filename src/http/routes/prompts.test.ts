import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { EXAMPLE_DOCUMENTS } from "../../core/actionable/json-schema.ts";

let http: HttpSession;
beforeAll(async () => {
  http = await openHttp({ now: () => "2026-03-10T11:42:00.000Z" });
});
afterAll(() => http.close());

const FEEDBACK = "TypeError: cannot read properties of undefined (reading 'rows')";

describe("/prompts", () => {
  it("scores a prompt with every line of the rubric", async () => {
    const { body } = await http.as("agent").post("prompts/score", { prompt: "Fix src/a.ts." });
    expect(body).toMatchObject({ target: 7 });
    expect(body.criteria).toHaveLength(9);
    expect(body.score).toBe(
      body.criteria.reduce((sum: number, { earned }: { earned: number }) => sum + earned, 0),
    );
  });

  it("refines once; the result again is as good as it gets", async () => {
    const ask = (prompt: string) =>
      http.as("agent").post("prompts/refine", { prompt, feedback: FEEDBACK, exit_code: 1 });
    const { body } = await ask("Fix the query.");
    expect(body).toMatchObject({
      feedback_type: "runtime_error",
      log: [{ timestamp: "2026-03-10T11:42:00Z", iteration: 1 }],
    });
    expect(body.actions_applied.length).toBeGreaterThan(0);
    expect(body.score_after).toBeGreaterThanOrEqual(body.score_before);
    expect((await ask(body.refined_prompt)).body.refined_prompt).toBe(body.refined_prompt);
  });

  it.each([
    { why: "a document", feedback: EXAMPLE_DOCUMENTS[0]! as object },
    { why: "a document as text", feedback: JSON.stringify(EXAMPLE_DOCUMENTS[0]) },
  ])("takes the items of $why", async ({ feedback }) => {
    const { body } = await http.as("agent").post("prompts/refine", { prompt: "Import invoices.", feedback });
    expect(body).toMatchObject({ feedback_type: "partial_success" });
  });

  it.each([
    { why: "a document that breaks its schema", feedback: { feedback_items: [{ aspect: "taste" }] } },
    { why: "an object that is no document", feedback: { words: "wrong" } },
  ])("refuses $why", async ({ feedback }) => {
    const { status, body } = await http.as("agent").post("prompts/refine", { prompt: "Fix it.", feedback });
    expect([status, body.code]).toEqual([422, "invalid_body"]);
  });

  it.each([
    { why: "no iteration is allowed", more: { limit: 0 }, ended: "limit_reached" },
    { why: "nothing went wrong", more: { feedback: "Thanks, all fine." }, ended: "no_signal" },
  ])("leaves the prompt as it is where $why", async ({ more, ended }) => {
    const asked = { prompt: "Fix it.", feedback: FEEDBACK, ...more };
    expect((await http.as("agent").post("prompts/refine", asked)).body).toMatchObject({
      refined_prompt: "Fix it.",
      iterations: 0,
      ended,
    });
  });

  it.each([
    { why: "no prompt", path: "prompts/score", body: { prompt: "" } },
    {
      why: "a prompt that no answer has room for",
      path: "prompts/score",
      body: { prompt: "a".repeat(100_001) },
    },
    { why: "no feedback", path: "prompts/refine", body: { prompt: "Fix it." } },
    {
      why: "a limit beyond all",
      path: "prompts/refine",
      body: { prompt: "Fix it.", feedback: "", limit: 11 },
    },
  ])("refuses $why", async ({ path, body }) => {
    expect(await http.as("agent").post(path, body)).toMatchObject({
      status: 422,
      body: { code: "invalid_body" },
    });
  });
});
