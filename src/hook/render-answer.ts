import { defined } from "../core/defined.ts";
import type { HookEvent } from "./hook-event.ts";

/** `context` is for the agent, `notice` for the person. */
export interface HookAnswer {
  readonly context?: string;
  readonly notice?: string;
  /** Why the edit must not be made. Only before an edit of Claude Code. */
  readonly refusal?: string;
}

/** Agents ignore longer answers. */
const MAX_CONTEXT = 40_000;
const CLAUDE_CONTEXT: ReadonlySet<string> = new Set([
  "SessionStart",
  "SubagentStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);
const CURSOR_CONTEXT: ReadonlySet<string> = new Set(["sessionStart", "postToolUse", "postToolUseFailure"]);

/** Whether the agent passes context on to its model for this event. */
export const takesContext = ({ protocol, name }: Pick<HookEvent, "protocol" | "name">): boolean =>
  (protocol === "cursor" ? CURSOR_CONTEXT : CLAUDE_CONTEXT).has(name);

/** The answer in the event's protocol; empty if there is nothing to say. It allows nothing, and denies only an edit that has a refusal. */
export function renderAnswer(event: HookEvent, answer: HookAnswer): string {
  const context = takesContext(event) ? answer.context?.slice(0, MAX_CONTEXT).toWellFormed() : undefined;
  const { notice } = answer;
  const refusal =
    event.name === "PreToolUse" ? answer.refusal?.slice(0, MAX_CONTEXT).toWellFormed() : undefined;
  if (event.protocol === "cursor") {
    if (event.name === "beforeSubmitPrompt") return JSON.stringify({ continue: true });
    return context === undefined ? "" : JSON.stringify({ additional_context: context });
  }
  const output = {
    ...(notice === undefined ? {} : { systemMessage: notice.toWellFormed() }),
    ...(context === undefined && refusal === undefined
      ? {}
      : {
          hookSpecificOutput: {
            hookEventName: event.name,
            ...(refusal === undefined
              ? {}
              : { permissionDecision: "deny", permissionDecisionReason: refusal }),
            ...defined({ additionalContext: context }),
          },
        }),
  };
  return Object.keys(output).length === 0 ? "" : JSON.stringify(output);
}
