import { MOST_TAGS_A_REPORT, OTHER_NAME } from "./name-limits.ts";
import type { TagHour } from "./roll-up.ts";

interface Folded {
  total: number;
  readonly rows: TagHour[];
}

/**
 * Takes one agent's tag rows in parts and keeps the commonest tags, at most so many. The rest is counted as `other`, hour by
 * hour, so a report needs memory for the tags it shows and not for those that were ever invented.
 */
export function createTagFold(most = MOST_TAGS_A_REPORT): {
  readonly add: (rows: readonly TagHour[]) => void;
  readonly take: () => readonly TagHour[];
} {
  let kept = new Map<string, Folded>();
  const other = new Map<TagHour["hour"], TagHour>();

  const fold = ({ rows }: Folded): void => {
    for (const row of rows) {
      const count = row.count + (other.get(row.hour)?.count ?? 0);
      other.set(row.hour, { ...row, tag: OTHER_NAME, count });
    }
  };
  const cut = (): void => {
    const ranked = [...kept].toSorted(([, a], [, b]) => b.total - a.total);
    kept = new Map(ranked.slice(0, most));
    for (const [, rare] of ranked.slice(most)) fold(rare);
  };

  return {
    add: (rows) => {
      for (const row of rows) {
        const known = kept.get(row.tag);
        if (known === undefined) kept.set(row.tag, { total: row.count, rows: [row] });
        else {
          known.total += row.count;
          known.rows.push(row);
        }
        if (kept.size > 2 * most) cut();
      }
    },
    take: () => {
      if (kept.size > most) cut();
      return [...[...kept.values()].flatMap(({ rows }) => rows), ...other.values()];
    },
  };
}
