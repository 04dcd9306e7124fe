import { holdsFor } from "../../core/rule/rule.ts";
import type { GateCatalogue } from "../../core/gate/gate.ts";
import { type Mistake, rankMistakes } from "../../core/mistake/rank-mistakes.ts";
import { type ActiveRule, toActiveRule } from "../../core/rule/select-rules.ts";
import { isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore, ReminderStore, RuleStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { onTrial } from "../../core/trial/trials-of-task.ts";
import type { TrialStore } from "../../ports/trial-store.ts";

export interface MyMistakesParts {
  readonly feedback: Pick<FeedbackStore, "list">;
  readonly clusters: Pick<ClusterStore, "membershipsOf">;
  readonly rules: Pick<RuleStore, "ofCluster">;
  readonly trials: Pick<TrialStore, "assignments">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
  readonly reminders: Pick<ReminderStore, "ends">;
  readonly gates: GateCatalogue;
}

export interface MyMistakesQuestion {
  readonly agent: string;
  readonly files: readonly string[];
  readonly limit: number;
}

/** What to do about a mistake, from the best available source. */
export type Remedy =
  | { readonly from: "rule"; readonly text: string; readonly rule_id: string }
  | { readonly from: "fix" | "gate"; readonly text: string };

export interface MyMistake extends Mistake {
  readonly remedy?: Remedy;
}

export interface MyMistakes {
  readonly mistakes: readonly MyMistake[];
  readonly more: number;
  /** The number of records considered. */
  readonly looked_at: number;
}

/** One page of a store. */
const LATEST = 500;

/** Past mistakes of an agent near the files it is about to touch, with remedies. */
export const myMistakes =
  ({ feedback, clusters, rules, trials, evaluations, reminders, gates }: MyMistakesParts) =>
  async ({ agent, files, limit }: MyMistakesQuestion): Promise<MyMistakes> => {
    const { items: latest } = await feedback.list({ agent, limit: LATEST });
    // Fixed and dismissed failures are left out.
    const ends = await reminders.ends(latest.map(({ id }) => id));
    const evaluated = await evaluations.findAll(latest.map(({ id }) => id));
    // So is feedback that contradicts an earlier decision until a person resolves it.
    const items = latest.filter(({ id }) => !ends.has(id) && isEvidenceForRule(evaluated.get(id)));
    const memberships = await clusters.membershipsOf(items.map(({ id }) => id));
    const clusterOf = new Map(Array.from(memberships, ([id, { cluster_id }]) => [id, cluster_id]));
    const { mistakes, more } = rankMistakes(items, {
      files,
      clusterOf,
      limit,
      fallbackTag: gates.fallback.tag,
    });
    const isOnTrial = onTrial(await trials.assignments());
    const remedied: MyMistake[] = [];
    for (const mistake of mistakes) {
      const rule = mistake.about === "cluster" ? await ruleAgainst(rules, mistake.id, agent) : undefined;
      // A rule on trial must not reach the tasks that it is withheld from.
      const remedy = remedyOf(mistake, rule !== undefined && isOnTrial(rule) ? undefined : rule, gates);
      remedied.push(remedy === undefined ? mistake : { ...mistake, remedy });
    }
    return { mistakes: remedied, more, looked_at: latest.length };
  };

async function ruleAgainst(
  rules: MyMistakesParts["rules"],
  clusterId: string,
  agent: string,
): Promise<ActiveRule | undefined> {
  const active = (await rules.ofCluster(clusterId)).flatMap((rule) => toActiveRule(rule) ?? []);
  return active.find(({ scope, flagged }) => !flagged && holdsFor(scope, agent));
}

function remedyOf(
  { about, id, fix }: Mistake,
  rule: ActiveRule | undefined,
  gates: GateCatalogue,
): Remedy | undefined {
  if (rule !== undefined) return { from: "rule", text: rule.text, rule_id: rule.rule_id };
  if (fix !== undefined) return { from: "fix", text: fix };
  const gate = about === "tag" ? gates.find(id) : undefined;
  return gate === undefined ? undefined : { from: "gate", text: gate.fix };
}
