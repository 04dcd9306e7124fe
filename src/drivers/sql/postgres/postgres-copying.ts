import { sql } from "kysely";
import type { CopyWords } from "../sql-dialect.ts";

export const POSTGRES_COPYING: CopyWords = {
  kind: "postgres",
  snapshot: "begin isolation level repeatable read read only",
  overriding: "overriding system value",
  hold: async (transaction, tables) => {
    const all = sql.join(tables.map((table) => sql.table(table)));
    await sql`lock table ${all} in exclusive mode`.execute(transaction);
  },
  readCounter: async (db, { table, column }) => {
    const { rows } = await sql<{ readonly value: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass) as value
    `.execute(db);
    return rows[0]?.value ?? 0;
  },
  setCounter: async (transaction, { table, column }, value) => {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column})::regclass, ${value}::bigint)
    `.execute(transaction);
  },
  size: async (db, tables) => {
    const { rows } = await sql<{ readonly bytes: number }>`
      select coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::bigint as bytes
      from unnest(${tables}::text[]) as name
    `.execute(db);
    return rows[0]?.bytes ?? 0;
  },
};
