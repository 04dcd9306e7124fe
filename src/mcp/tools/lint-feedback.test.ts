import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type McpSession, openMcp } from "../../../test/mcp-session.ts";

let session: McpSession;
beforeEach(async () => {
  session = await openMcp(undefined, { agent: null });
});
afterEach(() => session.close());

describe("lint_feedback", () => {
  it.each([
    ["a plain demand", "Rename `a` to `count` in `src/a.ts`.", "comment", true],
    ["a hedge", "Maybe consider improving this somehow?", "comment", false],
    ["an item as JSON", JSON.stringify({ issue: "bad", suggestion: "better" }), "item", false],
    ["an object that is neither", "{}", "unknown", false],
    ["what only begins like JSON", "{ is missing: add it in `src/a.ts` before line 3.", "comment", true],
    ["deep JSON", `{"issue":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "item", false],
  ])("%s", async (_why, text, kind, actionable) => {
    const answer = await session.call("lint_feedback", { text });
    expect(answer.structured).toMatchObject({ kind, actionable });
    expect(answer.text.startsWith(actionable ? "Actionable." : "Not actionable.")).toBe(true);
  });

  it("every violation says how to write it instead, and hostile words are shown", async () => {
    const { structured, text } = await session.call("lint_feedback", {
      text: "\u001B[2J\u202EMaybe consider this.\n".repeat(2_000),
    });
    const violations = structured["violations"] as readonly Record<string, string>[];
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.length).toBeLessThanOrEqual(100);
    for (const { hint } of violations) expect(hint).not.toBe("");
    expect(text).not.toMatch(/[\u001B\u202E]/);
  });
});
