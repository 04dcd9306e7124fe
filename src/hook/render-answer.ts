import { defined } from "../core/defined.ts";
import type { HookEvent, HookProtocol } from "./hook-event.ts";

/** `context` is for the agent, `notice` for the person. */
export interface HookAnswer {
  readonly context?: string;
  readonly notice?: string;
  /** Why the edit must not be made. Only before an edit, and not in Cline. */
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
  copilot: new Set(["SessionStart", "SubagentStart", "PreToolUse", "PostToolUse"]),
  // Windsurf passes on only why an edit was refused.
  windsurf: new Set(),
  cline: new Set(["TaskStart", "TaskResume", "UserPromptSubmit", "PreToolUse", "PostToolUse"]),
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
  if (event.protocol === "windsurf") return refusal ?? "";
  const output = ANSWERS[event.protocol]({ name: event.name, ...defined({ context, notice, refusal }) });
  return Object.keys(output).length === 0 ? "" : JSON.stringify(output);
}

interface Said extends HookAnswer {
  /** Of the event. */
  readonly name: string;
}

const bounded = (text: string | undefined): string | undefined => text?.slice(0, MAX_CONTEXT).toWellFormed();

const claudeAnswer = ({ name, context, notice, refusal }: Said): object => ({
  ...defined({ systemMessage: notice }),
  ...(context === undefined && refusal === undefined
    ? {}
    : {
        hookSpecificOutput: {
          hookEventName: name,
          ...denial(refusal),
          ...defined({ additionalContext: context }),
        },
      }),
});

const denial = (refusal: string | undefined): object =>
  refusal === undefined ? {} : { permissionDecision: "deny", permissionDecisionReason: refusal };

const geminiAnswer = ({ name, context, notice, refusal }: Said): object => ({
  ...defined({ systemMessage: notice }),
  ...(refusal === undefined ? {} : { decision: "deny", reason: refusal }),
  ...(context === undefined
    ? {}
    : { hookSpecificOutput: { hookEventName: name, additionalContext: context } }),
});

const cursorAnswer = ({ name, context, refusal }: Said): object => {
  if (name === "beforeSubmitPrompt") return { continue: true };
  return refusal === undefined
    ? defined({ additional_context: context })
    : { permission: "deny", user_message: REFUSED, agent_message: refusal };
};

const REFUSED = "Emend refused this edit, because a blocking check of your team found a mistake in it.";

/** Copilot in VS Code reads Claude Code's form, and in the terminal the same fields without the inner object. */
const copilotAnswer = (said: Said): object => ({
  ...claudeAnswer(said),
  ...denial(said.refusal),
  ...defined({ additionalContext: said.context }),
});

const clineAnswer = ({ context }: Said): object =>
  context === undefined ? {} : { cancel: false, contextModification: context };

const ANSWERS: Readonly<Record<Exclude<HookProtocol, "windsurf">, (said: Said) => object>> = {
  "claude-code": claudeAnswer,
  codex: claudeAnswer,
  opencode: claudeAnswer,
  gemini: geminiAnswer,
  cursor: cursorAnswer,
  copilot: copilotAnswer,
  cline: clineAnswer,
};
