import {
  type AgentDay,
  type Days,
  type MeasuredDays,
  countAround,
  ENOUGH_RUNS,
  measuredDays,
  detectRegression,
  type RuleRecurrence,
  type RegressionAlert,
  settledRecurrences,
} from "../../core/rule/count-around.ts";
import { groupDays } from "../../core/rule/effect-groups.ts";
import type { ModelRuns } from "../../core/rule/effect-timeline.ts";
import { adviseOnRule, type RuleAdvice, type Effect, judgeEffect } from "../../core/rule/effect.ts";
import { withoutRepeats } from "../../core/check/caught-mistakes.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { type CaughtParts, loadCaught } from "../check/load-caught.ts";
import { type DecideParts, decideRule, EMEND_ACTOR } from "./decide-rule.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { decidedOf } from "../../core/pattern/work-counts.ts";
import { hourNumber, hourText } from "../../core/time/time.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { RunStore } from "../../ports/run-store.ts";

/** The newest recurrences; more are not needed as proof. */
const MAX_RECURRENCES = 500;

/** Feedback of a cluster after the rule, and whether the run's prompt contained the rule. */
const loadRecurrences =
  ({ rules, clusters, feedback }: RecurrenceParts) =>
  async (clusterId: string, rule: Rule): Promise<readonly RuleRecurrence[]> => {
    const { items } = await clusters.members(clusterId, { limit: MAX_RECURRENCES });
    const later = items.filter(({ time }) => time >= (rule.measured_from ?? ""));
    const records = await feedback.findAll(later.map(({ feedback_id }) => feedback_id));
    const runs = new Map(records.map(({ id, run }) => [id, run]));
    const requested = new Map<string, boolean | null>();
    const recurrences: RuleRecurrence[] = [];
    for (const { feedback_id, time, agent } of later) {
      const run = runs.get(feedback_id);
      const key = JSON.stringify([run, agent]);
      if (run !== undefined && !requested.has(key)) {
        const injection = await rules.findInjection(run, agent);
        requested.set(key, injection?.rules.some(({ rule_id }) => rule_id === rule.id) ?? null);
      }
      const injected = run === undefined ? null : (requested.get(key) ?? null);
      recurrences.push({ feedback_id, time, agent: agent === "" ? null : agent, injected });
    }
    return recurrences;
  };

/** Decided work of agents per day, read once per measurement. */
export const decidedDays = ({ feedback }: { readonly feedback: Pick<FeedbackStore, "rollUp"> }) => {
  const known = new Map<string, Promise<readonly AgentDay[]>>();

  async function read(agent: string, { first, last }: Days): Promise<readonly AgentDay[]> {
    const end = (hourNumber(`${last}T23:00:00Z`) ?? 0) + 1;
    const { hours } = await feedback.rollUp({ agent, from: `${first}T00:00:00Z`, to: hourText(end) });
    const counts = new Map<string, number>();
    for (const row of hours) {
      const text = typeof row.hour === "number" ? hourText(row.hour) : row.hour;
      const day = text.slice(0, 10);
      counts.set(day, (counts.get(day) ?? 0) + decidedOf(row));
    }
    return Array.from(counts, ([day, count]) => ({ day, agent, count }));
  }

  return async (agents: ReadonlySet<string>, days: Days): Promise<readonly AgentDay[]> => {
    if (days.first > days.last) return [];
    const rows: AgentDay[] = [];
    for (const agent of agents) {
      const key = `${days.first} ${days.last} ${agent}`;
      const reading = known.get(key) ?? read(agent, days);
      if (known.size < MAX_KNOWN) known.set(key, reading);
      rows.push(...(await reading));
    }
    return rows;
  };
};

const MAX_KNOWN = 1_000;

export interface MeasureParts extends DecideParts {
  readonly checks: CaughtParts["checks"];
  readonly clusters: Pick<ClusterStore, "find" | "members" | "occurrences" | "unruledOccurrences">;
  readonly runs: Pick<RunStore, "modelDays">;
  readonly feedback: Pick<FeedbackStore, "findAll" | "rollUp">;
}

/**
 * The denominator of the recurrence rate: runs whose prompt contained the rule, if that is known for every
 * recurrence; all recorded runs; decided work if there are too few runs; or nothing if the rule has no feedback.
 */
type EffectBasis = "runs_with_rule" | "runs" | "decided_work" | "none";

export interface RuleEffect extends Effect {
  readonly advice: RuleAdvice;
  readonly rule_id: string;
  readonly version: number;
  readonly basis: EffectBasis;
  /** Agents whose work is counted. */
  readonly agents: readonly string[];
  /** Mistakes since then that a check caught while the agent worked. They are no recurrences. */
  readonly caught: number;
  /** The first day of each side; null if there is none. */
  readonly before_from: string | null;
  readonly after_from: string | null;
}

export interface MeasuredRules {
  readonly effects: ReadonlyMap<string, RuleEffect>;
  readonly alerts: readonly RegressionAlert[];
  /** Rules that this call flagged. */
  readonly flagged: readonly Rule[];
}

export interface MeasureQuestion {
  /** All in force by default. */
  readonly ruleIds?: readonly string[];
  /** Whether to flag ineffective rules, so that people are asked to retire them. */
  readonly flag: boolean;
}

/** Measures how each rule in force affects the recurrence of its mistake. Idempotent. */
export const measureRules = (parts: MeasureParts) => {
  const decide = decideRule(parts);
  const recurrencesOf = loadRecurrences(parts);
  const caughtOf = loadCaught(parts);

  async function measure(rule: Rule, now: string, reads: Reads): Promise<Measured | undefined> {
    const version = findVersion(rule, rule.in_force);
    const days = measuredDays(rule, now);
    if (version === undefined || days === undefined) return undefined;
    const cluster =
      rule.cluster_id === null ? undefined : await currentCluster(parts.clusters, rule.cluster_id);
    const caught = await caughtOf({
      rule_id: rule.id,
      since: rule.measured_from ?? days.after.first,
      ...(cluster === undefined ? {} : { cluster: cluster.id }),
    });
    const repeated = new Set(caught.repeated.map(({ id }) => id));
    const occurrences =
      cluster === undefined ? [] : withoutRepeats(await occurrencesIn(cluster.id, days), caught);
    const named =
      version.scope.agents.length > 0 ? version.scope.agents : occurrences.map(({ agent }) => agent);
    const agents = new Set(named);
    const since = rule.measured_from!;
    const recurred = occurrences.some(
      ({ day, agent, count }) => count > 0 && day >= days.after.first && agents.has(agent),
    );
    const recurrences =
      cluster === undefined || !recurred
        ? []
        : (await recurrencesOf(cluster.id, rule)).filter(
            ({ agent, feedback_id }) => agents.has(agent ?? "") && !repeated.has(feedback_id),
          );
    const counted = await countBest(rule, days, agents, occurrences, recurrences, reads);
    const judged = judgeEffect({ ...counted, since }, now, parts.policy);
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
      caught: caught.caught,
      before_from: counted.before_from,
      after_from: days.after.first <= days.after.last ? days.after.first : null,
      ...judged,
      advice,
    };
    return { effect, alert: detectRegression(inForce, recurrences, parts.policy, advice.message) };
  }

  function occurrencesIn(cluster: string, days: MeasuredDays): Promise<readonly AgentDay[]> {
    return bothSides(days, (span) => parts.clusters.occurrences(cluster, span));
  }

  /** Counts in the best basis there is, by agent and model. */
  async function countBest(
    rule: Rule,
    days: MeasuredDays,
    agents: ReadonlySet<string>,
    occurrences: readonly AgentDay[],
    recurrences: readonly RuleRecurrence[],
    { decided, unruled, models }: Reads,
  ) {
    const runs = await runsIn(rule.id, days);
    const recorded = {
      days,
      agents,
      occurrences,
      others: await bothSides(days, unruled),
      models: await bothSides(days, models),
      led: parts.policy.occurrences,
    };
    const count = (basis: EffectBasis, work: Work, own: readonly AgentDay[] = occurrences) => ({
      ...countAround(days, agents, own, work),
      compared: groupDays({ ...recorded, occurrences: own, work }),
      basis,
    });
    const all = countAround(days, agents, occurrences, { before: runs.before, after: runs.held });
    if (all.before.runs < ENOUGH_RUNS || all.after.runs < ENOUGH_RUNS) {
      return count("decided_work", {
        before: await decided(agents, days.before),
        after: await decided(agents, days.after),
      });
    }
    const inSpan = recurrences.filter(({ time }) => time.slice(0, 10) >= days.after.first);
    const known = inSpan.length === all.after.events && inSpan.every(({ injected }) => injected !== null);
    if (!known) return count("runs", { before: runs.before, after: runs.after });
    const withRule = inSpan
      .filter(({ injected }) => injected === true)
      .map(({ time, agent }) => ({ day: time.slice(0, 10), agent: agent ?? "", count: 1 }));
    const earlier = occurrences.filter(({ day }) => day <= days.before.last);
    return count("runs_with_rule", { before: runs.before, after: runs.held }, [...earlier, ...withRule]);
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
    const reads = readsOf(parts);
    const requested = ruleIds === undefined ? undefined : new Set(ruleIds);
    const effects = new Map<string, RuleEffect>();
    const alerts: RegressionAlert[] = [];
    const flagged: Rule[] = [];
    for (const rule of await parts.rules.inForce()) {
      if (requested !== undefined && !requested.has(rule.id)) continue;
      const measured = await measure(rule, now, reads);
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
      // If the rule changed meanwhile, it is measured again next time.
      if (done.ok) flagged.push(done.value);
    }
    return { effects, alerts, flagged };
  };
};

type Span = ReturnType<typeof spanOf>;

/** What a store has of the days before and of the days since. */
async function bothSides<T>(
  { before, after }: MeasuredDays,
  read: (span: Span) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const earlier = await read(spanOf(before));
  return after.first > after.last ? earlier : [...earlier, ...(await read(spanOf(after)))];
}

interface Work {
  readonly before: readonly AgentDay[];
  readonly after: readonly AgentDay[];
}

/** What does not depend on the rule is read once per measurement, since rules of one day share their spans. */
const readsOf = (parts: MeasureParts) => ({
  decided: decidedDays(parts),
  unruled: oncePerSpan((span) => parts.clusters.unruledOccurrences(span)),
  models: oncePerSpan(async (span): Promise<readonly ModelRuns[]> => {
    const rows = await parts.runs.modelDays(span);
    return rows.map(({ runs, day, agent, model }) => ({ day, agent, model, count: runs }));
  }),
});

type Reads = ReturnType<typeof readsOf>;

function oncePerSpan<T>(read: (span: Span) => Promise<T>): (span: Span) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (span) => {
    const key = `${span.from} ${span.to}`;
    const reading = known.get(key) ?? read(span);
    if (known.size < MAX_KNOWN) known.set(key, reading);
    return reading;
  };
}

interface Measured {
  readonly effect: RuleEffect;
  readonly alert: RegressionAlert | undefined;
}

export const spanOf = ({ first, last }: Days): { readonly from: string; readonly to: string } => ({
  from: `${first}T00:00:00.000Z`,
  to: `${last}T23:59:59.999Z`,
});

interface RecurrenceParts {
  readonly rules: Pick<RuleStore, "findInjection">;
  readonly clusters: Pick<ClusterStore, "members">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}
