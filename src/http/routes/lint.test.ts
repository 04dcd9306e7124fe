import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
beforeAll(async () => {
  http = await openHttp();
});
afterAll(() => http.close());

const item = {
  aspect: "correctness",
  severity: "major",
  issue: "The loop skips the last row, so the total is too small.",
  location: { type: "line", reference: "42-48" },
  suggestion: {
    action: "Change the bound in sum() to rows.length.",
    rationale: "The total then holds every row of the table.",
  },
};

describe("POST /feedback/lint", () => {
  it.each([
    {
      why: "a comment that can be acted on",
      body: { text: "Rename `tmp` to `total`." },
      kind: "comment",
      actionable: true,
    },
    {
      why: "one that only muses",
      body: { text: "Maybe consider something better?" },
      kind: "comment",
      actionable: false,
    },
    { why: "an item", body: item, kind: "item", actionable: true },
    {
      why: "a document that lacks most of it",
      body: { feedback_items: [item] },
      kind: "document",
      actionable: false,
    },
    { why: "anything else", body: { title: "hello" }, kind: "unknown", actionable: false },
    {
      why: "names that objects have by themselves",
      body: '{"__proto__": {"text": "x"}}',
      kind: "unknown",
      actionable: false,
    },
  ])("judges $why", async ({ body, kind, actionable }) => {
    const answer = await http.as("agent").post("feedback/lint", body);
    expect(answer).toMatchObject({ status: 200, body: { kind, actionable } });
    expect(answer.body.violations.some(({ severity }: { severity: string }) => severity === "error")).toBe(
      !actionable,
    );
    expect(answer.body.violations.every(({ hint }: { hint: string }) => hint !== "")).toBe(true);
  });

  it("says what it changed before it judged, and asks for more when it is to be strict", async () => {
    const lax = await http.as("agent").post("feedback/lint", item);
    expect(lax.body.diagnostics).toMatchObject([{ reason: "range_from_line", from: "line", to: "range" }]);
    const strict = await http.as("agent").post("feedback/lint?strict=true", item);
    expect(strict.body).toMatchObject({ actionable: false, violations: [{ code: "missing_score" }] });
  });

  it("bounds what it says about a document of thousands of bad items", async () => {
    const { body } = await http
      .as("agent")
      .post("feedback/lint", { feedback_items: Array.from({ length: 3_000 }, () => ({})) });
    expect(body.violations).toHaveLength(1_001);
    expect(body.violations.at(-1)).toMatchObject({ code: "too_many_violations" });
  });

  it.each([
    {
      why: "a text instead of an object",
      path: "feedback/lint",
      body: '"hello"',
      status: 422,
      code: "invalid_body",
    },
    { why: "no JSON", path: "feedback/lint", body: "{", status: 400, code: "malformed_json" },
    {
      why: "another switch",
      path: "feedback/lint?fast=true",
      body: item,
      status: 400,
      code: "invalid_query",
    },
  ])("refuses $why", async ({ path, body, status, code }) => {
    expect(await http.as("agent").post(path, body)).toMatchObject({ status, body: { code } });
  });
});
