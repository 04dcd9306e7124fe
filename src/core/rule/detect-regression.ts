import { byCodeUnits } from "../text/by-code-units.ts";
import { daysAfter } from "../time/days-after.ts";
import type { RulePolicy } from "./rule-policy.ts";

/** Feedback of a rule's cluster that came after the rule. */
export interface Recurrence {
  readonly feedback_id: string;
  readonly time: string;
  readonly agent: string | null;
  /** Whether the run's prompt held the rule; null where the run is not known. */
  readonly injected: boolean | null;
}

/** A mistake that came back although there is a rule against it. */
export interface RegressionAlert {
  readonly code: "rule_regression";
  readonly rule_id: string;
  readonly version: number;
  readonly count: number;
  /** How many of them happened although the prompt held the rule. */
  readonly despite_rule: number;
  readonly first: string;
  readonly last: string;
  readonly agents: readonly string[];
  /** The newest, newest first. */
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
 * Says when a rule's mistake is back. While the rule is stabilising nothing is said: runs that began before it,
 * and reviews of their work, still come in then.
 */
export function detectRegression(
  rule: RuleInForce,
  recurrences: readonly Recurrence[],
  policy: Pick<RulePolicy, "stabilisingDays">,
  /** What `adviseOnRule` says of the rule. */
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
    message: `the mistake came back ${times} since the rule settled, ${despite} of them with the rule in the prompt. ${advice}`,
  };
}

/** Recurrences after the rule settled. */
export function settledRecurrences(
  rule: Pick<RuleInForce, "in_force_since">,
  recurrences: readonly Recurrence[],
  { stabilisingDays }: Pick<RulePolicy, "stabilisingDays">,
): readonly Recurrence[] {
  const from = daysAfter(rule.in_force_since, stabilisingDays);
  return recurrences.filter(({ time }) => time >= from);
}
