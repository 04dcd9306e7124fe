import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type McpSession, openMcp } from "../../../test/mcp-session.ts";

let session: McpSession;
beforeEach(async () => {
  session = await openMcp(undefined, { agent: null });
});
afterEach(() => session.close());

const REPORT = "The login page doesn't work on Safari, please fix it.";

describe("17.2 detect_signal", () => {
  it.each([
    { why: "an exit code settles it", args: { text: "ok", exit_code: 1 }, type: "runtime_error" },
    { why: "zero settles it too", args: { text: "1 test failed", exit_code: 0 }, type: null },
    { why: "a new request is no refusal", args: { text: REPORT, history: [] }, type: null },
    {
      why: "after an answer the same words are one",
      args: {
        text: REPORT,
        history: [{ role: "assistant", text: "I rewrote the login page for all browsers." }],
      },
      type: "user_rejection",
    },
  ])("$why", async ({ args, type }) => {
    expect((await session.call("detect_signal", args)).structured).toMatchObject({ type });
  });

  it("gives the facts, also where nothing failed", async () => {
    const { structured, text } = await session.call("detect_signal", {
      text: "Please never commit directly to main.",
    });
    expect(structured).toEqual({
      type: null,
      confidence: 0,
      evidence: [],
      facts: { standing_instruction: "Never commit directly to main." },
    });
    expect(text).toBe('No sign of a failure.\n- standing_instruction: "Never commit directly to main."');
  });

  it("shows what would act on a terminal", async () => {
    const { structured, text } = await session.call("detect_signal", { text: "Error: \u009b2J gone\u202e!" });
    expect(JSON.stringify(structured) + text).not.toMatch(/[\u009b\u202e]/);
  });
});
