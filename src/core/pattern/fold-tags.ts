import {
  OTHER_NAME,
  type RollUp,
  type AgentRollUp,
  entryAt,
  lowerBound,
  type RollUpIndex,
  TAG_WIDTH,
  WORK_WIDTH,
  MAX_TAGS_PER_REPORT,
  type TagHour,
} from "./roll-up.ts";

/** Copies an index with some of its rows moved one hour later. Unaffected agents are shared with the original. */
export function moveOneHourLater(index: RollUpIndex, rows: RollUp): RollUpIndex {
  const later = new Map(index);
  const copies = new Map<string, AgentRollUp>();
  const copyOf = (agent: string): AgentRollUp | undefined => {
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
    // Rare tags are merged into one.
    const list = [tags.get(tag), tags.get(OTHER_NAME)].find((each) => each !== undefined && has(each, hour));
    if (list !== undefined) move(list, TAG_WIDTH, hour, [count]);
  }
  return later;
}

const has = (list: readonly number[], hour: number): boolean =>
  list[lowerBound(list, TAG_WIDTH, hour)] === hour;

/** Moves no more than there is: records that arrived meanwhile may be in one but not the other. */
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
 * Accumulates one agent's tag rows and keeps only the most frequent tags. The rest is counted as `other` per hour,
 * so that memory depends on the tags in a report rather than on all that were ever used.
 */
export function createTagFold(): {
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
    kept = new Map(ranked.slice(0, MAX_TAGS_PER_REPORT));
    for (const [, rare] of ranked.slice(MAX_TAGS_PER_REPORT)) fold(rare);
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
        if (kept.size > 2 * MAX_TAGS_PER_REPORT) cut();
      }
    },
    take: () => {
      if (kept.size > MAX_TAGS_PER_REPORT) cut();
      return [...[...kept.values()].flatMap(({ rows }) => rows), ...other.values()];
    },
  };
}
