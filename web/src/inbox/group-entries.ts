import type { InboxView } from "./inbox-filter.ts";
import type { Listed } from "./submission-queries.ts";

export interface GroupEntry {
  readonly kind: "head";
  readonly title: string;
  readonly isLate: boolean;
  readonly count: number;
  readonly isOpen: boolean;
}

interface RowEntry {
  readonly kind: "row";
  readonly submission: Listed;
  readonly at: number;
}

export type Entry = GroupEntry | RowEntry;

const HOUR = 3_600_000;

const endOfDay = (now: number): number => new Date(now).setHours(24, 0, 0, 0);

export function groupOf(view: InboxView, { due_at, decision }: Listed, now: number): string {
  if (view === "decided") {
    const at = Date.parse(decision?.time ?? due_at);
    const today = endOfDay(now) - 24 * HOUR;
    return at >= today ? "Today" : at >= today - 24 * HOUR ? "Yesterday" : "Earlier";
  }
  const left = Date.parse(due_at) - now;
  if (left < 0) return "Past due";
  if (left < HOUR) return "Within the hour";
  return now + left < endOfDay(now) ? "Later today" : "Later";
}

export function groupEntries(
  view: InboxView,
  rows: readonly Listed[],
  now: number,
  hasMore: boolean,
): readonly Entry[] {
  const entries: Entry[] = [];
  let head: { title: string; count: number; at: number } | undefined;
  const close = (isOpen: boolean): void => {
    if (head === undefined) return;
    const { title, count, at } = head;
    entries[at] = { kind: "head", title, count, isOpen, isLate: title === "Past due" };
  };
  for (const [at, submission] of rows.entries()) {
    const title = groupOf(view, submission, now);
    if (head?.title !== title) {
      close(false);
      head = { title, count: 0, at: entries.length };
      entries.push({ kind: "head", title, count: 0, isOpen: false, isLate: false });
    }
    head.count += 1;
    entries.push({ kind: "row", submission, at });
  }
  close(hasMore);
  return entries;
}
