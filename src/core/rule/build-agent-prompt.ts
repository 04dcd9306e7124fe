import { readPromptLines } from "../prompt/prompt-lines.ts";
import type { ActiveRule } from "./active-rule.ts";
import { INJECTION_SCHEMA, type Injection } from "./injection.ts";
import { MAX_WITHHELD } from "./limits.ts";
import { renderRules } from "./render-rules.ts";
import { selectRules, type Selection } from "./select-rules.ts";

export interface PromptRun extends Omit<Selection, "agent"> {
  readonly run: string;
  readonly task?: string;
  /** UTC to the millisecond. */
  readonly now: string;
}

export interface AgentPrompt {
  readonly prompt: string;
  readonly injection: Injection;
}

/**
 * An agent's prompt for one run, and the record of what went into it. The base prompt stays as it is, to the
 * letter, with the rules after it; without any it is the whole prompt.
 */
export function buildAgentPrompt(
  agent: string,
  basePrompt: string,
  rules: readonly ActiveRule[],
  run: PromptRun,
): AgentPrompt {
  const { injected, withheld, tokens } = selectRules(rules, { ...run, agent });
  return {
    prompt: withSection(basePrompt, renderRules(injected)),
    injection: {
      schema: INJECTION_SCHEMA,
      run: run.run,
      agent,
      task: run.task ?? null,
      time: run.now,
      rules: injected.map(({ rule_id, version }) => ({ rule_id, version })),
      withheld: withheld.slice(0, MAX_WITHHELD),
      withheld_more: Math.max(0, withheld.length - MAX_WITHHELD),
      tokens,
    },
  };
}

/** Puts a section after a prompt as a paragraph of its own; a fence left open is closed first, or it would swallow it. */
function withSection(prompt: string, section: string): string {
  if (section === "") return prompt;
  const newline = prompt.includes("\r\n") ? "\r\n" : "\n";
  const text = section.replaceAll("\n", newline);
  if (prompt.trim() === "") return prompt + text;
  const { openFence } = readPromptLines(prompt);
  const ended = prompt.endsWith("\n") ? prompt : prompt + newline;
  const closed = openFence === undefined ? ended : ended + openFence + newline;
  return closed + (/\n\r?\n$/.test(closed) ? "" : newline) + text;
}
