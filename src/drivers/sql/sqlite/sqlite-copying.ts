import { sql } from "kysely";
import type { CopyWords } from "../sql-dialect.ts";

export const SQLITE_COPYING: CopyWords = {
  kind: "sqlite",
  // The state is that of the first read, and with a write-ahead log it keeps no writer waiting.
  snapshot: "begin",
  overriding: "",
  // `begin immediate` has taken the only write lock there is.
  hold: async () => {},
  readCounter: async (db, { table }) => {
    const { rows } = await sql<{ readonly seq: number }>`
      select seq from sqlite_sequence where name = ${table}
    `.execute(db);
    return rows[0]?.seq ?? 0;
  },
  setCounter: async (transaction, { table }, value) => {
    // SQLite keeps no key on these rows.
    await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(transaction);
  },
  size: async (db) => {
    const { rows } = await sql<{ readonly bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
    `.execute(db);
    return rows[0]?.bytes ?? 0;
  },
};
