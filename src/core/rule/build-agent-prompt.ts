import type { Digest } from "../audit/audit-entry.ts";
import { type AgentModel, readAgentModel } from "../feedback/agent-model.ts";
import { MAX_NAME, MAX_WITHHELD } from "./rule.ts";
import { readPromptLines } from "../prompt/score-prompt.ts";
import { type ActiveRule, selectRules, type Selection } from "./select-rules.ts";
import { INJECTION_SCHEMA, type Injection } from "./injection.ts";
import { renderRules } from "./render-rules.ts";

export interface PromptQuestion extends AgentModel {
  readonly agent: string;
  readonly base: string;
  /** Without it nothing is recorded, and the run is left out when rules are measured. */
  readonly run?: string;
  /** The files that the run touches, if known. */
  readonly files?: readonly string[];
  readonly task?: string;
}

export interface PromptProblem {
  readonly code: "invalid_agent" | "invalid_run" | "invalid_task";
  readonly message: string;
}

export function questionProblem({ agent, run, task }: PromptQuestion): PromptProblem | undefined {
  const named = { agent, run, task };
  for (const what of ["agent", "run", "task"] as const) {
    const name = named[what];
    if (name === undefined || (name.trim() !== "" && name.length <= MAX_NAME)) continue;
    return { code: `invalid_${what}`, message: `expected the ${what}'s name in 1 to ${MAX_NAME} characters` };
  }
  return undefined;
}

export interface PromptRun extends Omit<Selection, "agent">, AgentModel {
  readonly run: string;
  readonly task?: string;
  /** UTC to the millisecond. */
  readonly now: string;
  /** SHA-256 in hexadecimal; without it the injection has no digests. */
  readonly digest?: Digest;
}

export interface AgentPrompt {
  readonly prompt: string;
  readonly injection: Injection;
}

/**
 * An agent's prompt for one run, and the record of the rules in it. The base prompt is unchanged, with the rules
 * after it.
 */
export function buildAgentPrompt(
  agent: string,
  basePrompt: string,
  rules: readonly ActiveRule[],
  run: PromptRun,
): AgentPrompt {
  const { injected, withheld, tokens } = selectRules(rules, { ...run, agent });
  const prompt = withSection(basePrompt, renderRules(injected));
  const { digest } = run;
  return {
    prompt,
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
      ...(digest === undefined ? {} : { digests: { prompt: digest(prompt), base: digest(basePrompt) } }),
      ...readAgentModel(run),
    },
  };
}

/** Appends a section as a paragraph of its own. An open code fence is closed first, or it would swallow the section. */
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
