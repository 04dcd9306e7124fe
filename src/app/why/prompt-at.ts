import type { Digest } from "../../core/audit/audit-entry.ts";
import { defined } from "../../core/defined.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { PromptProblem } from "../../core/rule/build-agent-prompt.ts";
import { PROMPT_FORMAT, toPromptPolicy } from "../../core/rule/prompt-settings.ts";
import { holdsFor, findVersion } from "../../core/rule/rule.ts";
import { aliveSince } from "../../core/check/enforced-rules.ts";
import { checkAt } from "../../core/why/check-at.ts";
import { flaggedAt, ruleAt } from "../../core/why/rule-at.ts";
import { type BuiltPrompt, buildPrompt } from "../rule/build-prompt.ts";
import { type HistoryParts, type PromptHistory, readHistory } from "./read-history.ts";

export interface PromptMoment {
  readonly agent: string;
  /** UTC to the millisecond. */
  readonly at: string;
  readonly base: string;
  readonly files?: readonly string[];
  /** The task, or the run of work without one: it decides what a trial gave. */
  readonly task?: string;
}

export interface MomentProblem {
  readonly code:
    | PromptProblem["code"]
    | "moment_in_future"
    | "settings_unknown"
    | "prompt_format_changed"
    | "effects_unknown"
    | "flags_unknown"
    | "checks_unknown";
  readonly message: string;
}

export type PromptThen = Omit<BuiltPrompt, "recorded"> & { readonly at: string };

export interface PromptAtParts extends HistoryParts {
  readonly policy: RulePolicy;
  readonly hash: Digest;
  readonly now: () => string;
}

/** The prompt that an agent was given at a moment, to the byte. What is not known for certain is refused. */
export const promptAt =
  (parts: PromptAtParts) =>
  async (moment: PromptMoment): Promise<Result<PromptThen, MomentProblem>> => {
    if (moment.at > parts.now()) return refuse("moment_in_future", `${moment.at} is in the future`);
    return promptFrom(await readHistory(parts), parts)(moment);
  };

/**
 * The same from a history that was read before. The use case that makes prompts runs on rules, trials and settings as
 * they were, so that both cannot drift apart.
 */
export const promptFrom =
  (history: PromptHistory, { policy, hash }: Pick<PromptAtParts, "policy" | "hash">) =>
  async ({ agent, at, base, files, task }: PromptMoment): Promise<Result<PromptThen, MomentProblem>> => {
    const settings = history.settings.findLast(({ time }) => time <= at);
    if (settings === undefined) return refuse("settings_unknown", unknownSettings(history, at));
    if (settings.format !== PROMPT_FORMAT)
      return refuse(
        "prompt_format_changed",
        `prompts were written differently at ${at}, by another version of Emend; use that version to see it`,
      );
    const flagged = flaggedAt(history.entries, at);
    const checks = history.checks.map((check) => ({
      id: check.id,
      position: checkAt(check, history.entries, at),
    }));
    const alive = history.hooks.filter(({ since, last_ran }) => since <= at && last_ran >= aliveSince(at));
    const unknown = checks.find(
      ({ id, position }) => position === "unknown" && alive.some(({ check_id }) => check_id === id),
    );
    if (unknown !== undefined)
      return refuse(
        "checks_unknown",
        `the audit log no longer says which state the check ${unknown.id} had at ${at}, and it may have stood in for its rule`,
      );
    let isMeasured = false;
    const built = await buildPrompt({
      rules: {
        inForce: async () =>
          history.rules.flatMap((rule) => {
            const then = ruleAt(rule, at, flagged.has(rule.id));
            const version = then && findVersion(then, then.in_force);
            return then !== undefined && version !== undefined && holdsFor(version.scope, agent)
              ? [then]
              : [];
          }),
        recordInjection: nothing,
      },
      trials: {
        assignments: async () =>
          history.trials.filter(({ started_at, end }) => started_at <= at && (end === null || at < end.at)),
      },
      runs: { noteSettings: nothing },
      checks: {
        running: async () =>
          checks.flatMap(({ position }) =>
            position === undefined || position === "unknown" || position.running === null ? [] : [position],
          ),
        hookRuns: async () => alive,
      },
      policy: { ...policy, ...toPromptPolicy(settings) },
      hash,
      now: () => at,
      measure: async () => {
        isMeasured = true;
        return new Map();
      },
    })({ agent, base, ...defined({ files, task }) });
    if (!built.ok) return built;
    const { recorded: _recorded, ...prompt } = built.value;
    const isCrowded = prompt.withheld.some(({ reason }) => CROWDED.has(reason)) || prompt.withheld_more > 0;
    if (isCrowded && isMeasured && prompt.rules.length > 0)
      return refuse(
        "effects_unknown",
        `not all rules in force at ${at} fit into the prompt, and Emend does not keep the measured effects that decided which went in; name a recorded run with --run instead`,
      );
    const { rebuilt_at } = history;
    if (rebuilt_at !== undefined && rebuilt_at > at && (settings.withhold_flagged || isCrowded))
      return refuse(
        "flags_unknown",
        `the store was rebuilt from its ledger at ${rebuilt_at}, which does not keep the flags that rules had before`,
      );
    return ok({ ...prompt, at });
  };

const CROWDED: ReadonlySet<string> = new Set(["limit", "budget", "consolidated_into"]);

const nothing = async (): Promise<void> => undefined;

const refuse = (code: MomentProblem["code"], message: string): Result<never, MomentProblem> =>
  fail({ code, message });

function unknownSettings({ settings }: PromptHistory, at: string): string {
  const [first] = settings;
  return first === undefined
    ? "Emend has not made a prompt in this store yet, so it does not know the settings of one"
    : `Emend has recorded the settings of prompts since ${first.time}, so the prompt at ${at} is not known`;
}
