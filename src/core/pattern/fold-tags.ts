import {
  OTHER_NAME,
  type RollUp,
  type AgentBook,
  entryAt,
  lowerBound,
  type RollUpBook,
  TAG_WIDTH,
  WORK_WIDTH,
  MOST_TAGS_A_REPORT,
  type TagHour,
} from "./roll-up.ts";

/**
 * The same book with the given rows, which are part of it, counted one hour later. The given one stays as it is, and agents
 * that no row names share their rows with it.
 */
export function countLater(book: RollUpBook, rows: RollUp): RollUpBook {
  const later = new Map(book);
  const copies = new Map<string, AgentBook>();
  const copyOf = (agent: string): AgentBook | undefined => {
    const name = later.has(agent) ? agent : OTHER_NAME;
    const found = later.get(name);
    if (found === undefined || copies.has(name)) return found;
    const copy = {
      revision: found.revision,
      work: [...found.work],
      tags: new Map(Array.from(found.tags, ([tag, list]) => [tag, [...list]])),
    };
    copies.set(name, copy);
    later.set(name, copy);
    return copy;
  };
  for (const { agent, hour, ...counts } of rows.hours) {
    const { submitted, approved, approved_with_changes, rejected } = counts;
    const work = copyOf(agent)?.work;
    if (work === undefined || typeof hour !== "number") continue;
    move(work, WORK_WIDTH, hour, [submitted, approved, approved_with_changes, rejected]);
  }
  for (const { agent, hour, tag, count } of rows.tags) {
    const tags = copyOf(agent)?.tags;
    if (tags === undefined || typeof hour !== "number") continue;
    // Rare tags are counted together.
    const list = [tags.get(tag), tags.get(OTHER_NAME)].find((each) => each !== undefined && has(each, hour));
    if (list !== undefined) move(list, TAG_WIDTH, hour, [count]);
  }
  return later;
}

const has = (list: readonly number[], hour: number): boolean =>
  list[lowerBound(list, TAG_WIDTH, hour)] === hour;

/** Never more than there is: what was recorded meanwhile may be in one and not in the other. */
function move(list: number[], width: number, hour: number, counts: readonly number[]): void {
  const from = lowerBound(list, width, hour);
  if (list[from] !== hour) return;
  const moved = counts.map((count, column) => Math.min(count, list[from + 1 + column]!));
  for (const [column, count] of moved.entries()) list[from + 1 + column]! -= count;
  const to = entryAt(list, width, hour + 1);
  for (const [column, count] of moved.entries()) list[to + 1 + column]! += count;
}

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
