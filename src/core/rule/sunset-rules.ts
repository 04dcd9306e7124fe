import { daysAfter } from "../time/time.ts";
import { matchesGlob } from "./glob.ts";
import { findVersion, holdsFor, type Rule, type RuleVersion } from "./rule.ts";

/** Why a rule may no longer be needed. */
export const SUNSET_REASONS = ["never_relevant", "covered_by_check", "folder_gone"] as const;
export type SunsetReason = (typeof SUNSET_REASONS)[number];

/** A rule in that many days of work that it was in no prompt of is never relevant. */
export const UNUSED_DAYS = 60;
/** With fewer runs, nobody knows whether a rule or a new model matters. */
const ENOUGH_RUNS = 20;
/** A rule that people have just approved or kept is left alone for a while. */
const SETTLED_DAYS = 7;

interface DayRuns {
  /** In UTC, `2026-01-31`. */
  readonly day: string;
  readonly agent: string;
  readonly runs: number;
}

export interface SunsetFacts {
  readonly now: string;
  /** All runs of the last `UNUSED_DAYS` days. */
  readonly work: readonly DayRuns[];
  /** For each rule, in how many of these runs it was in the prompt. */
  readonly uses: ReadonlyMap<string, number>;
  /** Rules with a check that tells agents or refuses their edits. */
  readonly covered: ReadonlyMap<string, "nudging" | "blocking">;
  /** Rules on trial: their verdict comes first. */
  readonly onTrial: ReadonlySet<string>;
  /** Every file of the repository; absent if it is not at hand. */
  readonly files?: readonly string[];
}

/** A rule that may no longer be needed. */
export interface NeedlessRule {
  readonly rule_id: string;
  readonly version: number;
  readonly text: string;
  readonly reason: SunsetReason;
  /** The reason in plain words. */
  readonly message: string;
  /** Tokens that its line takes in a prompt. */
  readonly token_cost: number;
}

/** A check ends with its rule, so nobody is asked to retire a rule for its check. */
export const isForRetirement = ({ reason }: NeedlessRule): boolean => reason !== "covered_by_check";

/**
 * Rules in force that may no longer be needed, with the strongest reason for each. A rule that people decided to keep is only
 * named again if no run has needed it since.
 */
export function findNeedless(rules: readonly Rule[], facts: SunsetFacts): readonly NeedlessRule[] {
  const days = workDays(facts.work);
  return rules.flatMap((rule) => {
    const version = findVersion(rule, rule.in_force);
    if (version === undefined || rule.measured_from === null || rule.flag !== null) return [];
    if (facts.onTrial.has(rule.id) || facts.now < daysAfter(rule.measured_from, SETTLED_DAYS)) return [];
    const found =
      rule.measured_from === rule.in_force_since
        ? (whyGone(version, facts) ?? whyCovered(rule, facts) ?? whyUnused(rule, version, facts, days))
        : whyUnused(rule, version, facts, days);
    if (found === undefined) return [];
    const { text, token_cost } = version;
    return [{ rule_id: rule.id, version: version.version, text, ...found, token_cost }];
  });
}

type Found = Pick<NeedlessRule, "reason" | "message"> | undefined;

function whyGone({ scope: { paths } }: RuleVersion, { files }: SunsetFacts): Found {
  if (files === undefined || files.length === 0 || paths.length === 0) return undefined;
  if (paths.some((glob) => files.some((file) => matchesGlob(glob, file)))) return undefined;
  return { reason: "folder_gone", message: `no file of the repository matches ${paths.join(" or ")}` };
}

function whyCovered({ id }: Rule, { covered }: SunsetFacts): Found {
  const state = covered.get(id);
  if (state === undefined) return undefined;
  return {
    reason: "covered_by_check",
    message:
      state === "blocking"
        ? "its check refuses the mistake, so only agents without the check need the text"
        : "its check tells the agent right after the edit, so only agents without the check need the text",
  };
}

function whyUnused(
  rule: Rule,
  { scope }: RuleVersion,
  { now, uses, covered }: SunsetFacts,
  work: ReadonlyMap<string, number>,
): Found {
  if (rule.measured_from === null || now < daysAfter(rule.measured_from, UNUSED_DAYS)) return undefined;
  // A check that is alive stands in for the text, so that prompts without it prove nothing.
  if (covered.has(rule.id) || (uses.get(rule.id) ?? 0) > 0) return undefined;
  let runs = 0;
  for (const [agent, count] of work) if (holdsFor(scope, agent)) runs += count;
  if (runs < ENOUGH_RUNS) return undefined;
  return {
    reason: "never_relevant",
    message: `none of the ${runs} runs of the last ${UNUSED_DAYS} days was given it`,
  };
}

/** Runs by agent. */
function workDays(work: readonly DayRuns[]): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const { agent, runs: count } of work) runs.set(agent, (runs.get(agent) ?? 0) + count);
  return runs;
}

/** The days in which models are looked for. */
export const MODEL_DAYS = 120;
/** What a rule costs is added up over so many days. */
export const SAVING_DAYS = 28;

export interface OfferFacts extends Pick<SunsetFacts, "now" | "onTrial"> {
  /** The runs of the last `MODEL_DAYS` days whose model is known. */
  readonly models: readonly (DayRuns & { readonly model: string })[];
  /** For each rule, in how many runs of the last `SAVING_DAYS` days it was in the prompt. */
  readonly uses: ReadonlyMap<string, number>;
  /** When the last withdrawal trial of a rule started. */
  readonly lastTried: ReadonlyMap<string, string>;
  /** Rules that must not be withheld. */
  readonly exempt: ReadonlySet<string>;
}

/** A rule that a new model may have made needless, to be tried without. */
export interface WithdrawalOffer {
  readonly rule_id: string;
  readonly version: number;
  readonly text: string;
  /** The model that came after the rule. */
  readonly model: string;
  /** The day on which its agents first used the model. */
  readonly since: string;
  /** Tokens that prompts would be shorter by in `SAVING_DAYS` days. */
  readonly saving: number;
}

/**
 * Rules in force whose agents now use a model that none of them used before the rule, the most expensive first. A rule that was
 * tried with that model, or has no mistake that Emend would recognise, is left out.
 */
export function offerWithdrawals(rules: readonly Rule[], facts: OfferFacts): readonly WithdrawalOffer[] {
  const { now, models, onTrial, exempt, uses, lastTried } = facts;
  const offers = rules.flatMap((rule): readonly WithdrawalOffer[] => {
    const version = findVersion(rule, rule.in_force);
    if (version === undefined || rule.in_force_since === null || rule.cluster_id === null) return [];
    if (rule.flag !== null || onTrial.has(rule.id) || exempt.has(rule.id)) return [];
    const began = rule.in_force_since.slice(0, 10);
    const model = newModel(
      models.filter(({ agent }) => holdsFor(version.scope, agent)),
      { began, now },
    );
    if (model === undefined || (lastTried.get(rule.id) ?? "").slice(0, 10) >= model.since) return [];
    const saving = version.token_cost * (uses.get(rule.id) ?? 0);
    if (saving === 0) return [];
    return [{ rule_id: rule.id, version: version.version, text: version.text, ...model, saving }];
  });
  return offers.toSorted((a, b) => b.saving - a.saving || (a.rule_id < b.rule_id ? -1 : 1));
}

/** The model of most runs lately, if it came after the rule and after another model. */
function newModel(
  days: OfferFacts["models"],
  { began, now }: { readonly began: string; readonly now: string },
): Pick<WithdrawalOffer, "model" | "since"> | undefined {
  const lately = daysAfter(now, -SAVING_DAYS / 2).slice(0, 10);
  const runs = new Map<string, number>();
  const first = new Map<string, string>();
  for (const { day, model, runs: count } of days) {
    if (day >= lately) runs.set(model, (runs.get(model) ?? 0) + count);
    const known = first.get(model);
    if (known === undefined || day < known) first.set(model, day);
  }
  const [current] = [...runs].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (current === undefined || current[1] < ENOUGH_RUNS) return undefined;
  const [model] = current;
  const since = first.get(model)!;
  const isLater = since > began && [...first.values()].some((day) => day < since);
  return isLater ? { model, since } : undefined;
}
