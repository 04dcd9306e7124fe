import { type AgentDay, type Days, startOfDays } from "../../core/rule/count-around.ts";
import {
  type EffectTimeline,
  effectWeeks,
  modelChanges,
  type ModelRuns,
  timelineDays,
  type TimelineOccurrence,
  versionSpans,
} from "../../core/rule/effect-timeline.ts";
import { type CaughtMistakes, NOTHING_CAUGHT, withoutRepeats } from "../../core/check/caught-mistakes.ts";
import { effectiveVersion, type Rule } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { loadCaught } from "../check/load-caught.ts";
import { decidedDays, measureRules, type MeasureParts, spanOf } from "./measure-rules.ts";

/** The newest occurrences, each of which is looked up. */
const MAX_OCCURRENCES = 100;
/** Agents whose work is added up. */
const MAX_AGENTS = 50;

export interface TimelineParts extends MeasureParts {
  readonly runs: Pick<Store["runs"], "modelDays">;
}

/**
 * How often a rule's mistake occurred week by week, before the rule and since, at most a year. Undefined if the rule never
 * was in force. Its cost depends on the days and the agents, not on how much happened.
 */
export const effectTimeline = (parts: TimelineParts) => {
  const measure = measureRules(parts);

  return async (rule: Rule): Promise<EffectTimeline | undefined> => {
    const versions = versionSpans(rule);
    const days = timelineDays(rule, parts.now());
    if (days === undefined) return undefined;
    const began = startOfDays(rule) ?? versions[0]!.from;
    const cluster =
      rule.cluster_id === null ? undefined : await currentCluster(parts.clusters, rule.cluster_id);
    const caught =
      cluster === undefined
        ? NOTHING_CAUGHT
        : await loadCaught(parts)({ rule_id: rule.id, cluster: cluster.id, since: began });
    const occurrences =
      cluster === undefined
        ? []
        : withoutRepeats(await parts.clusters.occurrences(cluster.id, spanOf(days)), caught);
    const effect = (await measure({ ruleIds: [rule.id], flag: false })).effects.get(rule.id);
    const named = effectiveVersion(rule).scope.agents;
    const agents = [...new Set(named.length > 0 ? named : occurrences.map(({ agent }) => agent))].slice(
      0,
      MAX_AGENTS,
    );
    const runs = await runsOf(rule, agents, days);
    const isByRuns = effect === undefined ? runs.all.length > 0 : effect.basis !== "decided_work";
    const basis = isByRuns ? "runs" : "decided_work";
    const work = basis === "runs" ? runs.all : await decidedDays(parts)(new Set(agents), days);
    const expected_rate = effect?.before.rate ?? null;
    const listed = cluster === undefined ? NONE : await occurrencesIn(cluster.id, rule, agents, days, caught);
    return {
      ...days,
      rule_id: rule.id,
      basis,
      agents: agents.toSorted(),
      expected_rate,
      weeks: effectWeeks({
        days,
        began: began.slice(0, 10),
        agents: new Set(agents),
        occurrences,
        work,
        with_rule: runs.held,
        models: runs.models,
        expected_rate,
      }),
      versions,
      model_changes: modelChanges(runs.models),
      ...listed,
    };
  };

  async function runsOf(rule: Rule, agents: readonly string[], days: Days) {
    const [all, held, models] = [[] as AgentDay[], [] as AgentDay[], [] as ModelRuns[]];
    for (const agent of agents) {
      const query = { ...spanOf(days), agent, rule: rule.id };
      for (const { day, runs, with_rule } of await parts.rules.runs(query)) {
        all.push({ day, agent, count: runs });
        if (with_rule > 0) held.push({ day, agent, count: with_rule });
      }
      for (const { day, model, runs } of await parts.runs.modelDays(query))
        models.push({ day, agent, model, count: runs });
    }
    return { all, held, models };
  }

  async function occurrencesIn(
    clusterId: string,
    rule: Rule,
    agents: readonly string[],
    { first, last }: Days,
    { repeated }: CaughtMistakes,
  ): Promise<Pick<EffectTimeline, "occurrences" | "more_occurrences">> {
    const page = await parts.clusters.members(clusterId, { limit: MAX_OCCURRENCES });
    const shown = page.items.filter(
      ({ time, agent, feedback_id }) =>
        time.slice(0, 10) >= first &&
        time.slice(0, 10) <= last &&
        agents.includes(agent) &&
        !repeated.some(({ id }) => id === feedback_id),
    );
    const records = await parts.feedback.findAll(shown.map(({ feedback_id }) => feedback_id));
    const byId = new Map(records.map((record) => [record.id, record]));
    const occurrences: TimelineOccurrence[] = [];
    for (const { feedback_id, time, agent } of shown) {
      const record = byId.get(feedback_id);
      const injection =
        record?.run === undefined ? undefined : await parts.rules.findInjection(record.run, agent);
      occurrences.push({
        feedback_id,
        time,
        agent: agent === "" ? null : agent,
        injected: injection?.rules.some(({ rule_id }) => rule_id === rule.id) ?? null,
        model: injection?.model ?? record?.model ?? null,
      });
    }
    const oldest = page.items.at(-1)?.time ?? "";
    return { occurrences, more_occurrences: page.next !== undefined && oldest.slice(0, 10) >= first };
  }
};

const NONE = { occurrences: [], more_occurrences: false } as const;
