import { defined } from "../../core/defined.ts";
import { daysUpTo, type LoopDays, mistakeName } from "../../core/loop/loop-sheet.ts";
import { effectiveVersion } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";
import type { LoopQuestion } from "./show-loop.ts";

/** A common mistake, in whose work it occurred, and the rule that should stop it. */
export interface CommonMistake {
  readonly cluster_id: string;
  readonly name: string;
  readonly count: number;
  /** Most frequent first; an empty name means no agent. `since_rule` leaves out the day on which the rule came into force. */
  readonly agents: readonly { readonly agent: string; readonly count: number; readonly since_rule: number }[];
  readonly rule: { readonly id: string; readonly text: string; readonly since: string } | null;
}

/** The most common mistakes of some days, most common first. */
export const commonMistakes =
  ({ loop, rules, clusters, feedback }: Pick<Store, "loop" | "rules" | "clusters" | "feedback">) =>
  async ({
    last,
    days,
    agent,
    limit,
  }: LoopQuestion & { readonly limit: number }): Promise<
    LoopDays & { readonly mistakes: readonly CommonMistake[] }
  > => {
    const span = daysUpTo(last, days);
    const common = await loop.common({ ...span, ...defined({ agent }), limit });
    const occurrences = await loop.occurrences(
      common.map(({ cluster_id }) => cluster_id),
      { ...span, ...defined({ agent }) },
    );
    const mistakes = await Promise.all(
      common.map(async ({ cluster_id, count }): Promise<CommonMistake> => {
        const cluster = await clusters.find(cluster_id);
        const said = cluster === undefined ? undefined : await feedback.find(cluster.representative);
        const rule = (await rules.ofCluster(cluster_id)).find(({ in_force }) => in_force !== null);
        const since = rule?.in_force_since?.slice(0, 10);
        const byAgent = new Map<string, { count: number; since_rule: number }>();
        for (const one of occurrences) {
          if (one.cluster_id !== cluster_id) continue;
          const sum = byAgent.get(one.agent) ?? { count: 0, since_rule: 0 };
          sum.count += one.count;
          if (since !== undefined && one.day > since) sum.since_rule += one.count;
          byAgent.set(one.agent, sum);
        }
        return {
          cluster_id,
          name: mistakeName([cluster?.name, said?.comment, said?.wrong, said?.fix, said?.similarity_text]),
          count,
          agents: Array.from(byAgent, ([name, sum]) => ({ agent: name, ...sum })).toSorted(
            (a, b) => b.count - a.count || (a.agent < b.agent ? -1 : 1),
          ),
          rule:
            rule === undefined || since === undefined
              ? null
              : { id: rule.id, text: effectiveVersion(rule).text, since },
        };
      }),
    );
    return { ...span, mistakes };
  };
