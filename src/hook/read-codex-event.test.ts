import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldOf } from "../core/json/json.ts";
import { readCodexEvent } from "./read-codex-event.ts";

let folder: string;
let rollout: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-codex-"));
  rollout = join(folder, "rollout.jsonl");
  const item = (id: string, exit: unknown) => ({
    timestamp: "2026-11-19T22:46:39.532Z",
    type: "event_msg",
    payload: {
      type: "item_completed",
      item: { type: "CommandExecution", id, command: ["bash", "-lc", "npm test"], exit_code: exit },
    },
  });
  const lines = [item("call_3", 3), item("call_4", "four"), item("call_5", 0)];
  writeFileSync(rollout, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"cut`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As Codex 0.169.0 sends it. */
const sent = (event: object) => ({
  session_id: "01a1f5fb",
  turn_id: "01a1f5fc",
  transcript_path: rollout,
  cwd: "/work/shop",
  model: "gpt-5.5",
  permission_mode: "default",
  ...event,
});
const common = {
  protocol: "codex",
  session: "01a1f5fb",
  folders: ["/work/shop"],
  runsOn: { model: "gpt-5.5" },
};
const read = (event: object) =>
  readCodexEvent(sent(event)).map(({ transcript: _transcript, ...each }) => each);

const command = [
  "*** Begin Patch",
  "*** Update File: src/money.ts",
  "@@",
  "-const price = 9.99;",
  "+const price = 999;",
  "*** Add File: src/cents.ts",
  "+export {};",
  "*** Delete File: src/old.ts",
  "*** End Patch",
  "",
].join("\n");
const patch = { tool_name: "apply_patch", tool_input: { command }, tool_use_id: "call_6" };

describe("an event of Codex", () => {
  it.each([
    [{ hook_event_name: "SessionStart", source: "startup" }, { kind: "session_start" }],
    [
      { hook_event_name: "UserPromptSubmit", prompt: "No, use pnpm." },
      { kind: "prompt", prompt: "No, use pnpm." },
    ],
    [
      { hook_event_name: "Stop", stop_hook_active: false },
      { kind: "stop", again: false },
    ],
    [{ hook_event_name: "Interrupt" }, { kind: "other" }],
    [
      { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "npm test" } },
      { kind: "other" },
    ],
  ])("16.x %o", (event, expected) => {
    expect(read(event)).toEqual([{ ...common, name: event.hook_event_name, ...expected }]);
  });

  it("16.x a patch is one edit for each of its files", () => {
    const money = { before: "const price = 9.99;", after: "const price = 999;", all: false, atEnd: false };
    const each = [
      { path: "src/money.ts", edit: { replacements: [money] } },
      { path: "src/cents.ts", edit: { text: "export {};\n", replacements: [] } },
      { path: "src/old.ts" },
    ];
    const before = { ...common, name: "PreToolUse", kind: "before_edit" };
    expect(read({ hook_event_name: "PreToolUse", ...patch })).toEqual(
      each.map((file) => ({ ...before, ...file })),
    );
    const output = "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n";
    const after = { kind: "after_tool", tool: "apply_patch", output, failed: false, exitCode: 0 };
    expect(read({ hook_event_name: "PostToolUse", ...patch, tool_response: output })).toEqual(
      each.map((file) => ({ ...common, name: "PostToolUse", ...after, callId: "call_6", ...file })),
    );
  });

  it("a moved file is edited where it was, and written where it is then", () => {
    const moved = command.replace("@@", "*** Move to: src/price.ts\n@@");
    const event = { ...patch, tool_input: { command: moved }, tool_response: "" };
    const paths = (name: string) =>
      read({ hook_event_name: name, ...event }).map((each) => ("path" in each ? each.path : ""));
    expect(paths("PreToolUse")[0]).toBe("src/money.ts");
    expect(paths("PostToolUse")[0]).toBe("src/price.ts");
  });

  it.each([
    ["call_3", 3],
    ["call_5", 0],
    ["call_4", undefined],
    ["call_9", undefined],
  ])("16.x the exit code of %s is in the transcript: %s", (tool_use_id, exitCode) => {
    const ran = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_response: "1 failed\n" };
    const [event] = read({ hook_event_name: "PostToolUse", ...ran, tool_use_id });
    expect(event).toMatchObject({ kind: "after_tool", command: "npm test", output: "1 failed\n" });
    expect(fieldOf(event, "exitCode")).toBe(exitCode);
  });

  it.each(["", "*** Begin Patch", 7, null])(
    "a patch without files is an event without a file: %o",
    (text) => {
      const event = { ...patch, tool_input: { command: text } };
      expect(read({ hook_event_name: "PreToolUse", ...event })).toMatchObject([{ kind: "other" }]);
    },
  );

  it("of a patch with hundreds of files, the first twenty are looked at", () => {
    const many = `*** Begin Patch\n${"*** Delete File: a.ts\n".repeat(300)}*** End Patch`;
    expect(read({ hook_event_name: "PreToolUse", ...patch, tool_input: { command: many } })).toHaveLength(20);
  });
});
