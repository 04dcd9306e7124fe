import type { HookEvent } from "./hook-event.ts";

/** What there is to say: to the agent, and to the person who watches it. */
export interface HookAnswer {
  readonly context?: string;
  readonly notice?: string;
}

/** Longer answers are put aside by the agents. */
const MOST_CONTEXT = 40_000;
const CLAUDE_CONTEXT: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);
const CURSOR_CONTEXT: ReadonlySet<string> = new Set(["sessionStart", "postToolUse", "postToolUseFailure"]);

/** Whether the agent takes words to its model in answer to this event. */
export const takesContext = ({ protocol, name }: Pick<HookEvent, "protocol" | "name">): boolean =>
  (protocol === "cursor" ? CURSOR_CONTEXT : CLAUDE_CONTEXT).has(name);

/** The answer in the event's protocol, or nothing; no answer allows, denies or blocks anything. */
export function renderAnswer(event: HookEvent, answer: HookAnswer): string {
  const context = takesContext(event) ? answer.context?.slice(0, MOST_CONTEXT).toWellFormed() : undefined;
  const { notice } = answer;
  if (event.protocol === "cursor") {
    if (event.name === "beforeSubmitPrompt") return JSON.stringify({ continue: true });
    return context === undefined ? "" : JSON.stringify({ additional_context: context });
  }
  const said = {
    ...(notice === undefined ? {} : { systemMessage: notice.toWellFormed() }),
    ...(context === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: event.name, additionalContext: context } }),
  };
  return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
}
