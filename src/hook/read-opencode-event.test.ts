import { describe, expect, it } from "vitest";
import { readOpenCodeEvent } from "./read-opencode-event.ts";

/** As our plugin sends it from OpenCode 1.18.33. */
const read = (event: object) =>
  readOpenCodeEvent({
    session_id: "ses_e0a0568c",
    cwd: "/work/shop",
    model: "claude-sonnet-4-5",
    agent_version: "1.18.33",
    ...event,
  });

describe("an event of OpenCode", () => {
  it("16.x names its session, folder, model and version", () => {
    expect(read({ hook_event_name: "SessionStart", source: "startup" })).toEqual([
      {
        protocol: "opencode",
        name: "SessionStart",
        session: "ses_e0a0568c",
        folders: ["/work/shop"],
        runsOn: { model: "claude-sonnet-4-5", agent_version: "1.18.33" },
        kind: "session_start",
      },
    ]);
  });

  const after = { hook_event_name: "PostToolUse", tool_use_id: "toolu_2" };
  it.each([
    [{ hook_event_name: "Stop" }, { kind: "stop", again: false }],
    [
      {
        hook_event_name: "PermissionDenied",
        tool_name: "edit",
        tool_input: { filePath: "/work/a.ts" },
        tool_use_id: "c1",
        reason:
          "Error: The user rejected permission to use this specific tool call with the following feedback: Use pnpm.",
      },
      { kind: "refused", callId: "c1", words: "Use pnpm.", path: "/work/a.ts" },
    ],
    [
      {
        hook_event_name: "PermissionDenied",
        tool_name: "bash",
        reason: "The user rejected permission to use this specific tool call.",
      },
      { kind: "other" },
    ],
    [
      {
        hook_event_name: "PreToolUse",
        tool_name: "write",
        tool_input: { filePath: "/work/a.ts", content: "1" },
      },
      { kind: "before_edit", path: "/work/a.ts", edit: { text: "1", replacements: [] } },
    ],
    [
      {
        ...after,
        tool_name: "edit",
        tool_input: { filePath: "a.ts", oldString: "1", newString: "2", replaceAll: true },
        tool_response: { output: "Edit applied successfully." },
      },
      { kind: "after_tool", path: "a.ts", edit: { replacements: [{ before: "1", after: "2", all: true }] } },
    ],
    [
      {
        ...after,
        tool_name: "bash",
        tool_input: { command: "npm test", description: "Run the tests" },
        tool_response: { output: "1 failed\n", exit_code: 3 },
      },
      {
        kind: "after_tool",
        tool: "Bash",
        command: "npm test",
        output: "1 failed\n",
        exitCode: 3,
        callId: "toolu_2",
      },
    ],
    [
      { hook_event_name: "PostToolUseFailure", tool_name: "read", error: "File not found: a.ts" },
      { kind: "after_tool", tool: "read", failed: true, output: "File not found: a.ts" },
    ],
    [
      {
        hook_event_name: "PreToolUse",
        tool_name: "apply_patch",
        tool_input: { patchText: "*** Begin Patch\n*** Add File: a.ts\n+1\n*** End Patch" },
      },
      { kind: "before_edit", path: "a.ts", edit: { text: "1\n" } },
    ],
    [{ hook_event_name: "PreToolUse", tool_name: "constructor", tool_input: null }, { kind: "other" }],
  ])("16.x %o", (event, expected) => {
    expect(read(event)).toMatchObject([expected]);
  });

  it.each([
    ['"No, use pnpm."', "No, use pnpm."],
    ['"Say \\"hi\\"."', 'Say "hi".'],
    ['"one" and "two', '"one" and "two'],
    ["undo", "undo"],
  ])("16.x `opencode run` quotes a message of several words: %s", (prompt, expected) => {
    expect(read({ hook_event_name: "UserPromptSubmit", prompt })).toMatchObject([
      { kind: "prompt", prompt: expected },
    ]);
  });
});
