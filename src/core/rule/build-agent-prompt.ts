import type { Digest } from "../audit/audit-entry.ts";
import { type AgentModel, readAgentModel } from "../feedback/agent-model.ts";
import { MAX_NAME, MAX_WITHHELD } from "./rule.ts";
import { readPromptLines } from "../prompt/score-prompt.ts";
import { toPromptSettings } from "./prompt-settings.ts";
import {
  type ActiveRule,
  selectRules,
  type SelectedRules,
  type Selection,
  tokensOf,
} from "./select-rules.ts";
import {
  type AssignedTrial,
  INJECTION_SCHEMA,
  type Injection,
  type TrialMark,
  type Withheld,
} from "./injection.ts";
import { byCodeUnits } from "../text/code-points.ts";
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
  /** The trial of a rule, with the arm of this run's task. */
  readonly trialOf?: (rule: ActiveRule) => AssignedTrial | undefined;
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
  const { trialOf, similar, digest } = run;
  const selection: Selection =
    trialOf === undefined || similar === undefined
      ? { ...run, agent }
      : // A rule on trial must not take another rule with it when it is withheld.
        { ...run, agent, similar: (a, b) => (trialOf(a) ?? trialOf(b)) === undefined && similar(a, b) };
  const selected = selectRules(rules, selection);
  const { injected, withheld, tokens, marks } =
    trialOf === undefined ? { ...selected, marks: undefined } : withholdOnTrial(selected, trialOf);
  const prompt = withSection(basePrompt, renderRules(injected));
  return {
    prompt,
    injection: {
      schema: INJECTION_SCHEMA,
      run: run.run,
      agent,
      task: run.task ?? null,
      time: run.now,
      rules: injected.map(({ rule_id, version }) => {
        const trial = marks?.get(rule_id);
        return { rule_id, version, ...(trial === undefined ? {} : { trial }) };
      }),
      withheld: withheld.slice(0, MAX_WITHHELD),
      withheld_more: Math.max(0, withheld.length - MAX_WITHHELD),
      tokens,
      ...(digest === undefined
        ? {}
        : {
            digests: { prompt: digest(prompt), base: digest(basePrompt) },
            settings: toPromptSettings(run.policy),
          }),
      ...readAgentModel(run),
    },
  };
}

interface SelectedForTask extends Omit<SelectedRules, "withheld"> {
  readonly withheld: readonly Withheld[];
  /** The trials of the rules that are given. */
  readonly marks: ReadonlyMap<string, TrialMark>;
}

/**
 * Removes the rules that a trial withholds, after all rules were selected as if it gave them. So both arms have the same
 * other rules, and only tasks that the rule is for are in the trial.
 */
function withholdOnTrial(
  selected: SelectedRules,
  trialOf: (rule: ActiveRule) => AssignedTrial | undefined,
): SelectedForTask {
  const marks = new Map<string, TrialMark>();
  const injected: ActiveRule[] = [];
  const withheld: Withheld[] = [];
  for (const rule of selected.injected) {
    const { rule_id, version } = rule;
    const assigned = trialOf(rule);
    if (assigned?.arm === "withheld") {
      withheld.push({ rule_id, version, reason: "trial", trial: assigned.trial });
      continue;
    }
    if (assigned !== undefined) marks.set(rule_id, assigned.trial);
    injected.push(rule);
  }
  if (withheld.length === 0) return { ...selected, marks };
  return {
    injected,
    // First those of trials, which are never cut off.
    withheld: [...withheld.toSorted((a, b) => byCodeUnits(a.rule_id, b.rule_id)), ...selected.withheld],
    tokens: tokensOf(injected),
    marks,
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
