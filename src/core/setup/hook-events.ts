/** An event that a coding agent tells its hook of, and for which tools where it tells of many. */
export interface HookedEvent {
  readonly event: string;
  readonly matcher?: string;
}

/** What Emend hears of Claude Code. */
export const CLAUDE_EVENTS: readonly HookedEvent[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse", matcher: "Edit|Write|MultiEdit|NotebookEdit" },
  { event: "PostToolUse", matcher: "Bash" },
  { event: "PostToolUseFailure" },
  { event: "Stop" },
];

/**
 * What Emend hears of Cursor. It takes no words before a tool or at the end, so a hook there would only cost time;
 * versions that tell of no tool's call still tell of a shell's.
 */
export const CURSOR_EVENTS: readonly HookedEvent[] = [
  { event: "sessionStart" },
  { event: "beforeSubmitPrompt" },
  { event: "postToolUse" },
  { event: "postToolUseFailure" },
  { event: "afterShellExecution" },
];
