/** A hook event of a coding agent, and the tools it is limited to, if any. */
export interface HookedEvent {
  readonly event: string;
  readonly matcher?: string;
}

export const CLAUDE_EVENTS: readonly HookedEvent[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse", matcher: "Edit|Write|MultiEdit|NotebookEdit" },
  { event: "PostToolUse", matcher: "Bash|Edit|Write|MultiEdit" },
  { event: "PostToolUseFailure" },
  { event: "SubagentStart" },
  { event: "PreCompact" },
  { event: "Stop" },
];

/** Cursor ignores output at the end, so a hook there would only cost time. Versions without tool events still report shell commands. */
export const CURSOR_EVENTS: readonly HookedEvent[] = [
  { event: "sessionStart" },
  { event: "beforeSubmitPrompt" },
  { event: "preToolUse", matcher: "Write|Edit|StrReplace|MultiEdit|ApplyPatch" },
  { event: "postToolUse" },
  { event: "postToolUseFailure" },
  { event: "preCompact" },
  { event: "afterShellExecution" },
];

const CODEX_EDITS = "apply_patch|Edit|Write";

export const CODEX_EVENTS: readonly HookedEvent[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse", matcher: CODEX_EDITS },
  { event: "PostToolUse" },
  { event: "PreCompact" },
  { event: "SubagentStart" },
  { event: "Stop" },
];

/** Gemini CLI says PreCompress before every request, so it does not show that anything was shortened. */
export const GEMINI_EVENTS: readonly HookedEvent[] = [
  { event: "SessionStart" },
  { event: "BeforeAgent" },
  { event: "BeforeTool", matcher: "write_file|replace" },
  { event: "AfterTool", matcher: "run_shell_command|write_file|replace" },
  { event: "AfterAgent" },
];

/** In these spellings, Copilot sends the fields that VS Code and Claude Code use. */
export const COPILOT_EVENTS: readonly HookedEvent[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse" },
  { event: "PostToolUse" },
  { event: "PostToolUseFailure" },
  { event: "PreCompact" },
  { event: "SubagentStart" },
  { event: "Stop" },
];

/** Windsurf passes nothing on to its model except why an edit was refused. */
export const WINDSURF_EVENTS: readonly HookedEvent[] = [
  { event: "pre_user_prompt" },
  { event: "pre_write_code" },
  { event: "post_write_code" },
];
