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

/** What these members add to their cluster's counts, in the key order in which all writers lock the rows. */
export function countMembers(rows: readonly Counted[]): MemberCounts {
  const authors = new Map<string, readonly [string, string, number]>();
  const days = new Map<string, readonly [string, string, number]>();
  let [first, last] = [rows[0]?.time ?? "", ""];
  for (const { author, trust, time, agent } of rows) {
    if (time < first) first = time;
    if (time > last) last = time;
    const day = dayOf(time);
    // Stored text never contains NUL.
    const [authorKey, dayKey] = [`${author}\0${trust}`, `${day}\0${agent}`];
    authors.set(authorKey, [author, trust, (authors.get(authorKey)?.[2] ?? 0) + 1]);
    days.set(dayKey, [day, agent, (days.get(dayKey)?.[2] ?? 0) + 1]);
  }
  return { authors: inKeyOrder(authors), days: inKeyOrder(days), first, last };
}
