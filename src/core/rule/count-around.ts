import { daysAfter } from "../time/time.ts";
import type { EffectCounts } from "./effect.ts";
import { findVersion, type Rule } from "./rule.ts";
import { byCodeUnits } from "../text/code-points.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";

/** A count for one agent on one day. */
export interface AgentDay {
  /** In UTC, `2026-01-31`. */
  readonly day: string;
  readonly agent: string;
  readonly count: number;
}

/** The measured days before a rule. Older work says little about the agent of today. */
const BEFORE_DAYS = 30;
/** The measured days since a rule. What it does now matters, and the cost stays bounded. */
const AFTER_DAYS = 90;
/** With this many recorded runs on each side, runs are the better measure. */
export const ENOUGH_RUNS = 20;

/** UTC days, both ends included; empty if `last` is before `first`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export interface MeasuredDays {
  readonly before: Days;
  readonly after: Days;
}

/**
 * The days to compare. The day on which the rule came into force is on neither side, because only part of its work
 * was done with the rule.
 */
export function measuredDays(rule: Rule, now: string): MeasuredDays | undefined {
  const began = startOfDays(rule);
  if (began === undefined || rule.measured_from === null) return undefined;
  const since = nextDay(rule.measured_from, 1);
  const longest = nextDay(now, 1 - AFTER_DAYS);
  return {
    before: { first: nextDay(began, -BEFORE_DAYS), last: nextDay(began, -1) },
    after: { first: since > longest ? since : longest, last: now.slice(0, 10) },
  };
}

/** Since when some version of the rule has been in force without interruption. */
export function startOfDays(rule: Rule): string | undefined {
  const current = findVersion(rule, rule.in_force);
  if (current === undefined) return undefined;
  let began = current.decided_at;
  for (const version of rule.versions.slice(0, current.version - 1).toReversed()) {
    if (version.quorum === null) continue;
    if (version.retirement !== null) break;
    began = version.decided_at;
  }
  return began ?? undefined;
}

const nextDay = (time: string, days: number): string => daysAfter(time, days).slice(0, 10);

/**
 * Counts recurrences and work in one unit on both sides. The time before the rule starts on the first day with
 * recorded work, so that days without records do not look like days without mistakes.
 */
export function countAround(
  days: MeasuredDays,
  agents: ReadonlySet<string>,
  occurrences: readonly AgentDay[],
  work: { readonly before: readonly AgentDay[]; readonly after: readonly AgentDay[] },
): Pick<EffectCounts, "before" | "after"> & { readonly before_from: string | null } {
  const of = (rows: readonly AgentDay[], span: Days): readonly AgentDay[] =>
    rows.filter(
      ({ day, agent, count }) => count > 0 && agents.has(agent) && day >= span.first && day <= span.last,
    );
  const known = of(work.before, days.before);
  const first = known.reduce<string | null>(
    (least, { day }) => (least === null || day < least ? day : least),
    null,
  );
  const before = first === null ? { first: "~", last: "" } : { first, last: days.before.last };
  return {
    before: { events: sum(of(occurrences, before)), runs: sum(known) },
    after: { events: sum(of(occurrences, days.after)), runs: sum(of(work.after, days.after)) },
    before_from: first,
  };
}

const sum = (rows: readonly AgentDay[]): number => rows.reduce((total, { count }) => total + count, 0);

/** Feedback of a rule's cluster that was given after the rule came into force. */
export interface RuleRecurrence {
  readonly feedback_id: string;
  readonly time: string;
  readonly agent: string | null;
  /** Whether the run's prompt contained the rule; null if the run is unknown. */
  readonly injected: boolean | null;
}

/** A mistake that came back despite a rule against it. */
export interface RegressionAlert {
  readonly code: "rule_regression";
  readonly rule_id: string;
  readonly version: number;
  readonly count: number;
  /** How many of them happened although the prompt contained the rule. */
  readonly despite_rule: number;
  readonly first: string;
  readonly last: string;
  readonly agents: readonly string[];
  /** The most recent ones, newest first. */
  readonly feedback_ids: readonly string[];
  readonly message: string;
}

export interface RuleInForce {
  readonly rule_id: string;
  readonly version: number;
  readonly in_force_since: string;
}

const MAX_SHOWN = 10;

/**
 * Reports a mistake that is back. While the rule is stabilising it reports nothing, because runs that started before
 * the rule still come in.
 */
export function detectRegression(
  rule: RuleInForce,
  recurrences: readonly RuleRecurrence[],
  policy: Pick<RulePolicy, "stabilisingDays">,
  /** The advice of `adviseOnRule`. */
  advice: string,
): RegressionAlert | undefined {
  const back = settledRecurrences(rule, recurrences, policy).toSorted(
    (a, b) => byCodeUnits(b.time, a.time) || byCodeUnits(a.feedback_id, b.feedback_id),
  );
  const [newest, oldest] = [back[0], back.at(-1)];
  if (newest === undefined || oldest === undefined) return undefined;
  const despite = back.filter(({ injected }) => injected === true).length;
  const agents = [...new Set(back.flatMap(({ agent }) => agent ?? []))].toSorted(byCodeUnits);
  const times = back.length === 1 ? "once" : `${back.length} times`;
  return {
    code: "rule_regression",
    rule_id: rule.rule_id,
    version: rule.version,
    count: back.length,
    despite_rule: despite,
    first: oldest.time,
    last: newest.time,
    agents: agents.slice(0, MAX_SHOWN),
    feedback_ids: back.slice(0, MAX_SHOWN).map(({ feedback_id }) => feedback_id),
    message: `the mistake came back ${times} since the rule took effect, ${despite} of them with the rule in the prompt. ${advice}`,
  };
}

/** Recurrences after the rule stabilised. */
export function settledRecurrences(
  rule: Pick<RuleInForce, "in_force_since">,
  recurrences: readonly RuleRecurrence[],
  { stabilisingDays }: Pick<RulePolicy, "stabilisingDays">,
): readonly RuleRecurrence[] {
  const from = daysAfter(rule.in_force_since, stabilisingDays);
  return recurrences.filter(({ time }) => time >= from);
}
