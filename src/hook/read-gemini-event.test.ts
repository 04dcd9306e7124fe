import { describe, expect, it } from "vitest";
import { readGeminiEvent } from "./read-gemini-event.ts";

/** As Gemini CLI 0.61.0 sends it. */
const sent = (event: object) => ({
  session_id: "07d6b8c0",
  transcript_path: "/home/ada/.gemini/tmp/shop/chats/session.jsonl",
  cwd: "/work/shop",
  timestamp: "2026-11-19T22:44:24.198Z",
  ...event,
});
const read = (event: object) => readGeminiEvent(sent(event));

const shell = (llmContent: string, more: object = {}) => ({
  hook_event_name: "AfterTool",
  tool_name: "run_shell_command",
  tool_input: { command: "npm test" },
  tool_response: { llmContent: `<untrusted_context>\n${llmContent}\n</untrusted_context>`, ...more },
});
const ran = { kind: "after_tool", tool: "run_shell_command", command: "npm test", failed: false };

describe("an event of Gemini CLI", () => {
  it("16.x names its session, folder and transcript", () => {
    expect(read({ hook_event_name: "SessionStart", source: "startup" })).toEqual({
      protocol: "gemini",
      name: "SessionStart",
      session: "07d6b8c0",
      folders: ["/work/shop"],
      runsOn: {},
      transcript: "/home/ada/.gemini/tmp/shop/chats/session.jsonl",
      kind: "session_start",
    });
  });

  it.each([
    [
      { hook_event_name: "BeforeAgent", prompt: "No, use pnpm." },
      { kind: "prompt", prompt: "No, use pnpm." },
    ],
    [
      { hook_event_name: "AfterAgent", stop_hook_active: true },
      { kind: "stop", again: true },
    ],
    [{ hook_event_name: "PreCompress", trigger: "auto" }, { kind: "other" }],
    [
      { hook_event_name: "BeforeTool", tool_name: "read_file", tool_input: { file_path: "a" } },
      { kind: "other" },
    ],
    [shell("Output: hi\nProcess Group PGID: 7"), { ...ran, output: "hi", exitCode: 0 }],
    [shell("Output: hi\nExit Code: 3\nProcess Group PGID: 7"), { ...ran, output: "hi", exitCode: 3 }],
    [shell("Output: (empty)"), { ...ran, output: "", exitCode: 0 }],
    [
      shell("Output: Exit Code: 5\nmore\nExit Code: 2"),
      { ...ran, output: "Exit Code: 5\nmore", exitCode: 2 },
    ],
    [shell("Command was cancelled by user before it could complete."), { kind: "other" }],
    [
      shell("Command moved to background (PID: 7)."),
      { ...ran, output: "Command moved to background (PID: 7)." },
    ],
    [shell("x", { error: { message: "no such tool" } }), { ...ran, failed: true }],
  ])("16.x %o", (event, expected) => {
    expect(read(event)).toMatchObject(expected);
  });

  it("a command that a signal ended has no exit code", () => {
    expect(read(shell("Output: hi\nSignal: 9"))).toEqual(expect.not.objectContaining({ exitCode: 0 }));
  });

  it("16.x what hooks said at the start of the session is no part of the prompt", () => {
    const prompt = (text: string) => read({ hook_event_name: "BeforeAgent", prompt: text });
    expect(prompt("<hook_context>Never &lt;b&gt;.</hook_context>\n\nWrite it.")).toMatchObject({
      prompt: "Write it.",
    });
    expect(prompt("<hook_context>cut off")).toMatchObject({ prompt: "<hook_context>cut off" });
  });

  it("16.x an edit names its text, and afterwards the lines that changed", () => {
    const written = { file_path: "src/money.ts", content: "a\nb\nc\n" };
    const write = { tool_name: "write_file", tool_input: written };
    expect(read({ hook_event_name: "BeforeTool", ...write })).toMatchObject({
      kind: "before_edit",
      path: "src/money.ts",
      edit: { text: "a\nb\nc\n" },
    });
    const returnDisplay = { originalContent: "a\nc\n", newContent: "a\nb\nc\n" };
    const after = {
      hook_event_name: "AfterTool",
      ...write,
      tool_response: { llmContent: "", returnDisplay },
    };
    expect(read(after)).toMatchObject({
      kind: "after_tool",
      path: "src/money.ts",
      edit: { changed: [{ from: 2, to: 2 }] },
    });
    const replaced = { file_path: "a.ts", old_string: "1", new_string: "2", instruction: "change it" };
    const replace = { tool_name: "replace", tool_input: replaced };
    expect(read({ hook_event_name: "BeforeTool", ...replace })).toMatchObject({
      edit: { replacements: [{ before: "1", after: "2" }] },
    });
  });
});
