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
  { event: "Stop" },
];

/**
 * Cursor ignores output before a tool and at the end, so hooks there would only cost time. Versions without tool
 * events still report shell commands.
 */
export const CURSOR_EVENTS: readonly HookedEvent[] = [
  { event: "sessionStart" },
  { event: "beforeSubmitPrompt" },
  { event: "postToolUse" },
  { event: "postToolUseFailure" },
  { event: "afterShellExecution" },
];
