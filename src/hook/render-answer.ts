import { defined } from "../core/defined.ts";
import type { HookEvent, HookProtocol } from "./hook-event.ts";

/** `context` is for the agent, `notice` for the person. */
export interface HookAnswer {
  readonly context?: string;
  readonly notice?: string;
  /** Why the edit must not be made. Only before an edit, and not in Cursor. */
  readonly refusal?: string;
}

/** Agents ignore longer answers. */
const MAX_CONTEXT = 40_000;
const CLAUDE_CONTEXT = [
  "SessionStart",
  "SubagentStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
] as const;

/** The events of each agent whose answer reaches its model. */
const CONTEXT: Readonly<Record<HookProtocol, ReadonlySet<string>>> = {
  "claude-code": new Set([...CLAUDE_CONTEXT, "PostToolUseFailure"]),
  codex: new Set(CLAUDE_CONTEXT),
  opencode: new Set(CLAUDE_CONTEXT),
  gemini: new Set(["SessionStart", "BeforeAgent", "AfterTool"]),
  cursor: new Set(["sessionStart", "postToolUse", "postToolUseFailure"]),
};

/** Whether the agent passes context on to its model for this event. */
export const takesContext = ({ protocol, name }: Pick<HookEvent, "protocol" | "name">): boolean =>
  CONTEXT[protocol].has(name);

/** The answers to the files of one patch as one. */
export function joinAnswers(answers: readonly HookAnswer[]): HookAnswer {
  const all = (name: keyof HookAnswer): string | undefined => {
    const texts = new Set(answers.flatMap((answer) => answer[name] ?? []));
    return texts.size === 0 ? undefined : [...texts].join("\n\n");
  };
  return defined({ context: all("context"), notice: all("notice"), refusal: all("refusal") });
}

/** The answer in the event's protocol; empty if there is nothing to say. It allows nothing, and denies only an edit that has a refusal. */
export function renderAnswer(event: HookEvent, answer: HookAnswer): string {
  const context = takesContext(event) ? bounded(answer.context) : undefined;
  const notice = answer.notice?.toWellFormed();
  const refusal = event.kind === "before_edit" ? bounded(answer.refusal) : undefined;
  if (event.protocol === "cursor") {
    if (event.name === "beforeSubmitPrompt") return JSON.stringify({ continue: true });
    return context === undefined ? "" : JSON.stringify({ additional_context: context });
  }
  const output = {
    ...defined({ systemMessage: notice }),
    ...(event.protocol === "gemini"
      ? geminiAnswer(event.name, context, refusal)
      : claudeAnswer(event.name, context, refusal)),
  };
  return Object.keys(output).length === 0 ? "" : JSON.stringify(output);
}

const bounded = (text: string | undefined): string | undefined => text?.slice(0, MAX_CONTEXT).toWellFormed();

const claudeAnswer = (name: string, context?: string, refusal?: string): object =>
  context === undefined && refusal === undefined
    ? {}
    : {
        hookSpecificOutput: {
          hookEventName: name,
          ...(refusal === undefined ? {} : { permissionDecision: "deny", permissionDecisionReason: refusal }),
          ...defined({ additionalContext: context }),
        },
      };

const geminiAnswer = (name: string, context?: string, refusal?: string): object => ({
  ...(refusal === undefined ? {} : { decision: "deny", reason: refusal }),
  ...(context === undefined
    ? {}
    : { hookSpecificOutput: { hookEventName: name, additionalContext: context } }),
});
