import type { HookEvent } from "./hook-event.ts";

/** `context` is for the agent, `notice` for the person. */
export interface HookAnswer {
  readonly context?: string;
  readonly notice?: string;
}

/** Agents ignore longer answers. */
const MAX_CONTEXT = 40_000;
const CLAUDE_CONTEXT: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);
const CURSOR_CONTEXT: ReadonlySet<string> = new Set(["sessionStart", "postToolUse", "postToolUseFailure"]);

/** Whether the agent passes context on to its model for this event. */
export const takesContext = ({ protocol, name }: Pick<HookEvent, "protocol" | "name">): boolean =>
  (protocol === "cursor" ? CURSOR_CONTEXT : CLAUDE_CONTEXT).has(name);

/** The answer in the event's protocol; empty if there is nothing to say. It never allows, denies or blocks anything. */
export function renderAnswer(event: HookEvent, answer: HookAnswer): string {
  const context = takesContext(event) ? answer.context?.slice(0, MAX_CONTEXT).toWellFormed() : undefined;
  const { notice } = answer;
  if (event.protocol === "cursor") {
    if (event.name === "beforeSubmitPrompt") return JSON.stringify({ continue: true });
    return context === undefined ? "" : JSON.stringify({ additional_context: context });
  }
  const output = {
    ...(notice === undefined ? {} : { systemMessage: notice.toWellFormed() }),
    ...(context === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: event.name, additionalContext: context } }),
  };
  return Object.keys(output).length === 0 ? "" : JSON.stringify(output);
}
