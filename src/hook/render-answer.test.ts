import { describe, expect, it } from "vitest";
import type { HookEvent, HookProtocol } from "./hook-event.ts";
import { joinAnswers, renderAnswer } from "./render-answer.ts";

const event = (protocol: HookProtocol, name: string, kind: "before_edit" | "other"): HookEvent => ({
  protocol,
  name,
  session: "s-1",
  folders: [],
  runsOn: {},
  ...(kind === "other" ? { kind } : { kind, path: "a.ts" }),
});
const answer = { context: "CONTEXT", notice: "NOTICE", refusal: "REFUSAL" };
const rendered = (protocol: HookProtocol, name: string, kind: "before_edit" | "other" = "other"): unknown => {
  const text = renderAnswer(event(protocol, name, kind), answer);
  return text === "" ? "" : JSON.parse(text);
};
const refused = {
  systemMessage: "NOTICE",
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "REFUSAL",
    additionalContext: "CONTEXT",
  },
};
const context = (name: string) => ({
  systemMessage: "NOTICE",
  hookSpecificOutput: { hookEventName: name, additionalContext: "CONTEXT" },
});

describe("the answer of the hook", () => {
  it.each(["claude-code", "codex", "opencode"] as const)(
    "16.x to %s is in Claude Code's form",
    (protocol) => {
      expect(rendered(protocol, "PreToolUse", "before_edit")).toEqual(refused);
      for (const name of ["SessionStart", "UserPromptSubmit", "PostToolUse"])
        expect(rendered(protocol, name)).toEqual(context(name));
      // An agent refuses an answer with a field that the event does not have.
      for (const name of ["Stop", "PreCompact", "PostCompact", "Interrupt", "SessionEnd"])
        expect(rendered(protocol, name)).toEqual({ systemMessage: "NOTICE" });
    },
  );

  it("16.x to Gemini CLI: it takes context after a tool, and none before one", () => {
    expect(rendered("gemini", "BeforeTool", "before_edit")).toEqual({
      systemMessage: "NOTICE",
      decision: "deny",
      reason: "REFUSAL",
    });
    for (const name of ["SessionStart", "BeforeAgent", "AfterTool"])
      expect(rendered("gemini", name)).toEqual(context(name));
    expect(rendered("gemini", "AfterAgent")).toEqual({ systemMessage: "NOTICE" });
  });

  it("16.x to Cursor: it cannot refuse", () => {
    expect(rendered("cursor", "postToolUse")).toEqual({ additional_context: "CONTEXT" });
    expect(rendered("cursor", "preToolUse", "before_edit")).toBe("");
    expect(rendered("cursor", "beforeSubmitPrompt")).toEqual({ continue: true });
  });

  it("is empty if there is nothing to say", () => {
    expect(renderAnswer(event("gemini", "AfterTool", "other"), {})).toBe("");
  });

  it("16.x the answers to the files of a patch are one, which says nothing twice", () => {
    expect(joinAnswers([{ context: "a", refusal: "no" }, {}, { context: "a" }, { context: "b" }])).toEqual({
      context: "a\n\nb",
      refusal: "no",
    });
    expect(joinAnswers([])).toEqual({});
  });
});
