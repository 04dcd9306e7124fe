import type { NamedWalk } from "./walk-hostile.ts";

const FAILURE = "FAILED tests/test_a.py::test_b - assert 1 == 2\n1 failed, 2 passed in 0.1s";

const CLAUDE: readonly object[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  { hook_event_name: "UserPromptSubmit", prompt: "No, that is wrong. Use pnpm, not npm." },
  { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path: "src/a.ts" } },
  {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "pytest" },
    tool_response: { stdout: FAILURE, stderr: "", interrupted: false },
  },
  {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: "pytest" },
    error: FAILURE,
  },
  { hook_event_name: "Stop", stop_hook_active: false },
  { hook_event_name: "SomethingNew" },
];

const CURSOR: readonly object[] = [
  { hook_event_name: "sessionStart", session_id: "s-1" },
  { hook_event_name: "beforeSubmitPrompt", prompt: "No, that is wrong." },
  { hook_event_name: "preToolUse", tool_name: "Write", tool_input: { path: "src/a.ts" } },
  { hook_event_name: "postToolUse", tool_name: "Shell", tool_output: FAILURE },
  { hook_event_name: "postToolUseFailure", tool_name: "Shell", error_message: FAILURE },
  { hook_event_name: "afterShellExecution", command: "pytest", output: FAILURE },
  { hook_event_name: "stop", status: "completed" },
];

const named = (protocol: string, event: object): NamedWalk => ({
  name: `hook ${protocol} ${"hook_event_name" in event ? String(event.hook_event_name) : ""}`,
  args: ["hook", protocol],
  stdin: JSON.stringify({ session_id: "s-1", cwd: "$FOLDER", workspace_roots: ["$FOLDER"], ...event }),
});

/** Every event of every protocol, and input that is none. */
export const EVENTS: readonly NamedWalk[] = [
  ...CLAUDE.map((event) => named("claude-code", event)),
  ...CURSOR.map((event) => named("cursor", event)),
  { name: "hook without an event", args: ["hook"], stdin: "{broken" },
];

/** What one session of an agent sends at least: its start, a correction, an edit, a failure. */
export const SESSION: readonly NamedWalk[] = EVENTS.filter(({ name }) =>
  /claude-code (?:SessionStart|UserPromptSubmit|PreToolUse|PostToolUseFailure)$/.test(name),
);
