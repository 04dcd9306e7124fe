import { inKeyOrder } from "../row-shapes.ts";
import { dayOf } from "../stored-time.ts";
import type { MemberRow } from "./member-row.ts";

type Counted = Pick<MemberRow, "author" | "trust" | "time" | "agent">;

interface MemberCounts {
  readonly authors: readonly (readonly [author: string, trust: string, count: number])[];
  readonly days: readonly (readonly [day: string, agent: string, count: number])[];
  readonly first: string;
  readonly last: string;
}

/** What members add to the counts of their cluster, in the order of the keys, in which every writer locks them. */
export function countMembers(rows: readonly Counted[]): MemberCounts {
  const authors = new Map<string, readonly [string, string, number]>();
  const days = new Map<string, readonly [string, string, number]>();
  let [first, last] = [rows[0]?.time ?? "", ""];
  for (const { author, trust, time, agent } of rows) {
    if (time < first) first = time;
    if (time > last) last = time;
    const day = dayOf(time);
    // No stored text holds a NUL.
    const [authorKey, dayKey] = [`${author}\0${trust}`, `${day}\0${agent}`];
    authors.set(authorKey, [author, trust, (authors.get(authorKey)?.[2] ?? 0) + 1]);
    days.set(dayKey, [day, agent, (days.get(dayKey)?.[2] ?? 0) + 1]);
  }
  return { authors: inKeyOrder(authors), days: inKeyOrder(days), first, last };
}
