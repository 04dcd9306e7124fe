import type { AgentDay } from "../../core/rule/agent-day.ts";
import {
  type Days,
  type MeasuredDays,
  countAround,
  ENOUGH_RUNS,
  measuredDays,
} from "../../core/rule/count-around.ts";
import { adviseOnRule, type RuleAdvice } from "../../core/rule/advise-on-rule.ts";
import {
  detectRegression,
  type Recurrence,
  type RegressionAlert,
  settledRecurrences,
} from "../../core/rule/detect-regression.ts";
import { type Effect, judgeEffect } from "../../core/rule/effect.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { decidedDays } from "./decided-days.ts";
import { type DecideParts, decideRule } from "./decide-rule.ts";
import { EMEND_ACTOR } from "./emend-actor.ts";
import { loadRecurrences } from "./load-recurrences.ts";
import { standingCluster } from "../cluster/standing-cluster.ts";

export interface MeasureParts extends DecideParts {
  readonly clusters: Pick<ClusterStore, "find" | "members" | "occurrences">;
  readonly feedback: Pick<FeedbackStore, "findAll" | "rollUp">;
}

/**
 * What recurrences are counted against: runs whose prompt held the rule, where it is known of every recurrence
 * whether it did; all recorded runs; decided work where too few runs are recorded; or nothing, where no feedback
 * belongs to the rule.
 */
type EffectBasis = "runs_with_rule" | "runs" | "decided_work" | "none";

export interface RuleEffect extends Effect {
  /** What to do about the rule. */
  readonly advice: RuleAdvice;
  readonly rule_id: string;
  readonly version: number;
  readonly basis: EffectBasis;
  /** Whose work is counted. */
  readonly agents: readonly string[];
  /** The first day counted on each side; null where there is none. */
  readonly before_from: string | null;
  readonly after_from: string | null;
}

export interface MeasuredRules {
  readonly effects: ReadonlyMap<string, RuleEffect>;
  readonly alerts: readonly RegressionAlert[];
  /** Those that were flagged by this very call. */
  readonly flagged: readonly Rule[];
}

export interface MeasureQuestion {
  /** All in force when left out. */
  readonly ruleIds?: readonly string[];
  /** Whether rules that do not help are flagged, so that people are asked to retire them. */
  readonly flag: boolean;
}

/** What each rule in force did to the recurrence of its mistake; measuring again changes nothing further. */
export const measureRules = (parts: MeasureParts) => {
  const decide = decideRule(parts);
  const recurrencesOf = loadRecurrences(parts);

  async function measure(rule: Rule, now: string, decided: DecidedDays): Promise<Measured | undefined> {
    const version = findVersion(rule, rule.in_force);
    const days = measuredDays(rule, now);
    if (version === undefined || days === undefined) return undefined;
    const cluster =
      rule.cluster_id === null ? undefined : await standingCluster(parts.clusters, rule.cluster_id);
    const occurrences = cluster === undefined ? [] : await occurrencesIn(cluster.id, days);
    const named =
      version.scope.agents.length > 0 ? version.scope.agents : occurrences.map(({ agent }) => agent);
    const agents = new Set(named);
    const since = rule.measured_from!;
    const recurred = occurrences.some(({ day, agent }) => day >= days.after.first && agents.has(agent));
    const recurrences =
      cluster === undefined || !recurred
        ? []
        : (await recurrencesOf(cluster.id, rule)).filter(({ agent }) => agents.has(agent ?? ""));
    const counted = await countBest(rule, days, agents, occurrences, recurrences, decided);
    const judged = judgeEffect({ before: counted.before, after: counted.after, since }, now, parts.policy);
    const inForce = {
      rule_id: rule.id,
      version: version.version,
      in_force_since: rule.in_force_since ?? since,
    };
    const advice = adviseOnRule({
      verdict: judged.verdict,
      isFlagged: rule.flag !== null,
      recurrences: settledRecurrences(inForce, recurrences, parts.policy).length,
    });
    const effect: RuleEffect = {
      rule_id: rule.id,
      version: version.version,
      basis: cluster === undefined ? "none" : counted.basis,
      agents: [...agents].toSorted(),
      before_from: counted.before_from,
      after_from: days.after.first <= days.after.last ? days.after.first : null,
      ...judged,
      advice,
    };
    return { effect, alert: detectRegression(inForce, recurrences, parts.policy, advice.message) };
  }

  /** Both spans in one list; days between them belong to neither. */
  async function occurrencesIn(
    cluster: string,
    { before, after }: MeasuredDays,
  ): Promise<readonly AgentDay[]> {
    const [earlier, later] = [
      await parts.clusters.occurrences(cluster, spanOf(before)),
      after.first > after.last ? [] : await parts.clusters.occurrences(cluster, spanOf(after)),
    ];
    return [...earlier, ...later];
  }

  async function countBest(
    rule: Rule,
    days: MeasuredDays,
    agents: ReadonlySet<string>,
    occurrences: readonly AgentDay[],
    recurrences: readonly Recurrence[],
    decided: DecidedDays,
  ) {
    const runs = await runsIn(rule.id, days);
    const all = countAround(days, agents, occurrences, { before: runs.before, after: runs.after });
    const held = countAround(days, agents, occurrences, { before: runs.before, after: runs.held });
    if (all.before.runs >= ENOUGH_RUNS && held.after.runs >= ENOUGH_RUNS) {
      const inSpan = recurrences.filter(({ time }) => time.slice(0, 10) >= days.after.first);
      const known = inSpan.length === held.after.events && inSpan.every(({ injected }) => injected !== null);
      if (!known) return { ...all, basis: "runs" as const };
      const events = inSpan.filter(({ injected }) => injected === true).length;
      return { ...held, after: { events, runs: held.after.runs }, basis: "runs_with_rule" as const };
    }
    const work = { before: await decided(agents, days.before), after: await decided(agents, days.after) };
    return { ...countAround(days, agents, occurrences, work), basis: "decided_work" as const };
  }

  async function runsIn(rule: string, { before, after }: MeasuredDays) {
    const earlier = await parts.rules.runs(spanOf(before));
    const later = after.first > after.last ? [] : await parts.rules.runs({ ...spanOf(after), rule });
    return {
      before: earlier.map(({ day, agent, runs }) => ({ day, agent, count: runs })),
      after: later.map(({ day, agent, runs }) => ({ day, agent, count: runs })),
      held: later.map(({ day, agent, with_rule }) => ({ day, agent, count: with_rule })),
    };
  }

  return async ({ ruleIds, flag }: MeasureQuestion): Promise<MeasuredRules> => {
    const now = parts.now();
    const decided = decidedDays(parts);
    const asked = ruleIds === undefined ? undefined : new Set(ruleIds);
    const effects = new Map<string, RuleEffect>();
    const alerts: RegressionAlert[] = [];
    const flagged: Rule[] = [];
    for (const rule of await parts.rules.inForce()) {
      if (asked !== undefined && !asked.has(rule.id)) continue;
      const measured = await measure(rule, now, decided);
      if (measured === undefined) continue;
      const { effect, alert } = measured;
      effects.set(rule.id, effect);
      if (alert !== undefined) alerts.push(alert);
      const { verdict, version, reduction, rationale } = effect;
      if (!flag || rule.flag !== null || (verdict !== "ineffective" && verdict !== "worse")) continue;
      const done = await decide(rule.id, {
        type: "flag",
        by: EMEND_ACTOR,
        version,
        verdict,
        reduction,
        reason: rationale,
      });
      // Whoever changed the rule meanwhile decided about it; it is measured again next time.
      if (done.ok) flagged.push(done.value);
    }
    return { effects, alerts, flagged };
  };
};

type DecidedDays = ReturnType<typeof decidedDays>;

interface Measured {
  readonly effect: RuleEffect;
  readonly alert: RegressionAlert | undefined;
}

const spanOf = ({ first, last }: Days): { readonly from: string; readonly to: string } => ({
  from: `${first}T00:00:00.000Z`,
  to: `${last}T23:59:59.999Z`,
});
