import type { Recurrence } from "../../core/rule/detect-regression.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

interface RecurrenceParts {
  readonly rules: Pick<RuleStore, "findInjection">;
  readonly clusters: Pick<ClusterStore, "members">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

/** The newest; a mistake that recurs more often needs no further proof. */
const MAX_RECURRENCES = 500;

/** Feedback of a cluster that came after the rule, and whether its run's prompt held the rule. */
export const loadRecurrences =
  ({ rules, clusters, feedback }: RecurrenceParts) =>
  async (clusterId: string, rule: Rule): Promise<readonly Recurrence[]> => {
    const { items } = await clusters.members(clusterId, { limit: MAX_RECURRENCES });
    const later = items.filter(({ time }) => time >= (rule.measured_from ?? ""));
    const records = await feedback.findAll(later.map(({ feedback_id }) => feedback_id));
    const runs = new Map(records.map(({ id, run }) => [id, run]));
    const asked = new Map<string, boolean | null>();
    const recurrences: Recurrence[] = [];
    for (const { feedback_id, time, agent } of later) {
      const run = runs.get(feedback_id);
      const key = JSON.stringify([run, agent]);
      if (run !== undefined && !asked.has(key)) {
        const injection = await rules.findInjection(run, agent);
        asked.set(key, injection?.rules.some(({ rule_id }) => rule_id === rule.id) ?? null);
      }
      const injected = run === undefined ? null : (asked.get(key) ?? null);
      recurrences.push({ feedback_id, time, agent: agent === "" ? null : agent, injected });
    }
    return recurrences;
  };
