import { type OnConflictBuilder, sql, type Transaction } from "kysely";
import { addCounts } from "../add-up.ts";
import { inKeyOrder } from "../batch-statement.ts";
import { toStoredDay } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import type { MemberRow } from "./member-row.ts";

/** The columns besides `cluster_id` that identify a count. */
const KEYS = { cluster_author: ["author", "trust"], cluster_day: ["day", "agent"] } as const;
type CountTable = keyof typeof KEYS;

interface MemberCounts {
  readonly authors: readonly (readonly [author: string, trust: string, count: number])[];
  readonly days: readonly (readonly [day: string, agent: string, count: number])[];
}

/** What these members add to their cluster's counts, in the key order in which all writers lock the rows. */
export function countMembers(
  rows: readonly Pick<MemberRow, "author" | "trust" | "time" | "agent">[],
): MemberCounts & { readonly first: string; readonly last: string } {
  const authors = new Map<string, readonly [string, string, number]>();
  const days = new Map<string, readonly [string, string, number]>();
  let [first, last] = [rows[0]?.time ?? "", ""];
  for (const { author, trust, time, agent } of rows) {
    if (time < first) first = time;
    if (time > last) last = time;
    const day = toStoredDay(time);
    // Stored text never contains NUL.
    const [authorKey, dayKey] = [`${author}\0${trust}`, `${day}\0${agent}`];
    authors.set(authorKey, [author, trust, (authors.get(authorKey)?.[2] ?? 0) + 1]);
    days.set(dayKey, [day, agent, (days.get(dayKey)?.[2] ?? 0) + 1]);
  }
  return { authors: inKeyOrder(authors), days: inKeyOrder(days), first, last };
}

/** Upserts that add the inserted counts to the existing ones. */
export const addAuthors = (conflict: OnConflictBuilder<Tables, "cluster_author">) =>
  conflict.columns(["cluster_id", "author", "trust"]).doUpdateSet(addCounts("cluster_author", ["count"]));

export const addDays = (conflict: OnConflictBuilder<Tables, "cluster_day">) =>
  conflict.columns(["cluster_id", "day", "agent"]).doUpdateSet(addCounts("cluster_day", ["count"]));

export async function subtractCounts(
  transaction: Transaction<Tables>,
  clusterId: string,
  { authors, days }: MemberCounts,
): Promise<void> {
  for (const row of authors) await subtract(transaction, "cluster_author", clusterId, row);
  for (const row of days) await subtract(transaction, "cluster_day", clusterId, row);
}

/** Subtracts from one count, and deletes the row when it reaches zero. */
async function subtract(
  transaction: Transaction<Tables>,
  table: CountTable,
  clusterId: string,
  [first, second, count]: readonly [string, string, number],
): Promise<void> {
  const [firstKey, secondKey] = KEYS[table];
  const key = sql`
    cluster_id = ${clusterId} and ${sql.ref(firstKey)} = ${first} and ${sql.ref(secondKey)} = ${second}
  `;
  const { rows } = await sql<{ readonly count: number }>`
    update ${sql.table(table)} set count = count - ${count} where ${key} returning count
  `.execute(transaction);
  if (rows[0]!.count <= 0) await sql`delete from ${sql.table(table)} where ${key}`.execute(transaction);
}

/** Adds all counts of one cluster to another. */
export async function moveCounts(
  transaction: Transaction<Tables>,
  from: string,
  into: string,
): Promise<void> {
  for (const name of ["cluster_author", "cluster_day"] as const) {
    const table = sql.table(name);
    const key = sql.join(KEYS[name].map((column) => sql.ref(column)));
    await sql`
      insert into ${table} (cluster_id, ${key}, count)
      select cast(${into} as text), ${key}, count from ${table} where cluster_id = ${from}
      on conflict (cluster_id, ${key}) do update set count = ${table}.count + excluded.count
    `.execute(transaction);
    await sql`delete from ${table} where cluster_id = ${from}`.execute(transaction);
  }
}
