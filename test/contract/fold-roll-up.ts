import type { Feedback } from "../../src/core/feedback/feedback.ts";
import type { RollUp } from "../../src/core/pattern/roll-up.ts";

const asStored = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** What the roll-ups must say about records, counted one after the other; each record is to be given once. */
export function foldRollUp(records: readonly Feedback[]): RollUp {
  const hours = new Map<string, RollUp["hours"][number]>();
  const tags = new Map<string, RollUp["tags"][number]>();
  for (const record of records) {
    const agent = asStored(record.agent ?? "");
    const hour = Math.floor(Date.parse(record.time) / 3_600_000);
    const { outcome } = record;
    if (outcome === null) continue;
    const key = JSON.stringify([agent, hour]);
    const work = hours.get(key) ?? {
      agent,
      hour,
      submitted: 0,
      approved: 0,
      approved_with_changes: 0,
      rejected: 0,
    };
    hours.set(key, { ...work, [outcome]: work[outcome] + 1 });
    if (outcome !== "rejected") continue;
    for (const tag of new Set(record.tags.map(asStored))) {
      const tagKey = JSON.stringify([agent, hour, tag]);
      tags.set(tagKey, { agent, tag, hour, count: (tags.get(tagKey)?.count ?? 0) + 1 });
    }
  }
  return inOrder({ hours: [...hours.values()], tags: [...tags.values()] });
}

/** The same rows in one order, since a store may answer in any. */
export const inOrder = ({ hours, tags }: RollUp): RollUp => ({
  hours: hours.toSorted((a, b) => compare(a.hour, b.hour) || compare(a.agent, b.agent)),
  tags: tags.toSorted(
    (a, b) => compare(a.hour, b.hour) || compare(a.agent, b.agent) || compare(a.tag, b.tag),
  ),
});

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
