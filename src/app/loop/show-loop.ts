import { defined } from "../../core/defined.ts";
import {
  daysUpTo,
  type LoopDays,
  type LoopFigures,
  shiftDay,
  standingsOf,
} from "../../core/loop/loop-sheet.ts";
import { holdsFor, presentVersion, type Rule } from "../../core/rule/rule.ts";
import type { AuditEntry } from "../../core/audit/audit-entry.ts";
import type { Store } from "../../ports/store.ts";

export interface LoopQuestion {
  /** The last day, in UTC. */
  readonly last: string;
  readonly days: number;
  readonly agent?: string;
}

export interface LoopSheet extends LoopDays {
  readonly figures: LoopFigures;
  /** The same number of days before. */
  readonly previous: LoopDays & { readonly figures: LoopFigures };
}

/** What the loop did in some days, and in as many days before. */
export const showLoop =
  ({ loop, rules }: Pick<Store, "loop" | "rules">) =>
  async ({ last, days, agent }: LoopQuestion): Promise<LoopSheet> => {
    const span = daysUpTo(last, days);
    const earlier = daysUpTo(shiftDay(span.first, -1), days);
    const inForce = await rules.inForce(agent);
    const clusters = clustersOf(inForce);
    const figuresOf = async (of: LoopDays): Promise<LoopFigures> => {
      const counted = await loop.counts({ ...of, ...defined({ agent }) });
      const acts = await loop.acts({ ...of, actions: ["rule.proposed", "rule.activated"] });
      const standings = standingsOf(
        inForce,
        await loop.occurrences(clusters, { ...of, ...defined({ agent }) }),
        of,
      );
      return {
        ...counted,
        proposed: await subjectsOf(acts, "rule.proposed"),
        approved: await subjectsOf(acts, "rule.activated"),
        stopped: standings.filter(({ came_back }) => !came_back).length,
        came_back: standings.filter(({ came_back }) => came_back).length,
      };
    };
    return {
      ...span,
      figures: await figuresOf(span),
      previous: { ...earlier, figures: await figuresOf(earlier) },
    };

    async function subjectsOf(acts: readonly AuditEntry[], action: string): Promise<number> {
      const ids = [...new Set(acts.filter((act) => act.action === action).map(({ subject }) => subject))];
      if (agent === undefined) return ids.length;
      const found = await Promise.all(ids.map((id) => rules.find(id)));
      return found.filter((rule) => rule !== undefined && holdsFor(presentVersion(rule).scope, agent)).length;
    }
  };

const clustersOf = (rules: readonly Rule[]): readonly string[] => [
  ...new Set(rules.flatMap(({ cluster_id }) => cluster_id ?? [])),
];
