import { sql } from "kysely";
import { openAccess } from "../../src/app/access/open-access.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { makeFeedback } from "./make-feedback.ts";
import { DIMENSIONS, idOf, makeEntries } from "./make-vectors.ts";

export const SPACE = { model: "emend-minilm-l6-3", dimensions: DIMENSIONS };

/** More than two pages of a copy. */
export const RECORDS = 1_100;
export const VECTORS = 40;

export interface FilledStore {
  readonly token: string;
  readonly head: string;
}

/**
 * A file with something in every table that there is: what can be told apart is written through the store, and every
 * table that is still empty gets rows with values that databases differ over.
 */
export async function fillStore(file: string): Promise<FilledStore> {
  const store = await openSqliteStore({ file });
  const now = (): string => new Date().toISOString();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const made = await access.issueToken({ name: "root", role: "admin" }, "root");
  if (!made.ok) throw new Error(made.error.message);
  await store.feedback.record(
    Array.from({ length: RECORDS }, (_, n) =>
      makeFeedback(n, { tags: ["io", `tag ${n % 7} é 👩‍👧`], author: { id: `p${n % 5}`, trust: "person" } }),
    ),
  );
  const vectors = await store.openVectors(SPACE);
  await vectors.put(makeEntries(0, VECTORS + 2));
  await vectors.remove([idOf(VECTORS), idOf(VECTORS + 1)]);
  // An entry whose body is gone is copied as such.
  await store.feedback.erasePerson("p3", "root");
  const verdict = await store.audit.verify();
  if (!verdict.ok) throw new Error(verdict.message);
  await store.close();
  await fillTheRest(file);
  return { token: made.value.text, head: `${verdict.head.seq}:${verdict.head.hash}` };
}

async function fillTheRest(file: string): Promise<void> {
  const { db, close } = await openSqlDatabase(file);
  for (const { name, columns } of await db.introspection.getTables()) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) continue;
    for (const n of [1, 2, 3]) {
      const values = columns.map(({ dataType, isNullable, ...column }) => {
        if (isNullable && n === 2) return null;
        return /int/i.test(dataType) ? 2 ** 50 + n : oddText(n, column.name);
      });
      await sql`
        insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        values (${sql.join(values)})
      `.execute(db);
    }
  }
  // A counter that is ahead of its rows, as after everything in an outbox was told.
  await sql`delete from outbox where id > 1000`.execute(db);
  // What was erased is not copied, so there is nothing of it to scrub elsewhere.
  await sql`update store_state set name = 'alert_watch_until' where name = 'scrub_due'`.execute(db);
  await close();
}

/** What no index holds may be long: two such texts are more than a page of a copy. */
const oddText = (n: number, column: string): string =>
  `${n} '"\\ %_ 👩‍👩‍👧 \u202E\n${column === "texts" ? "€".repeat(800_000) : "x"}`;

/** Every row of every table, one text each, in one order. */
export async function dumpStore(place: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { db, close } = await openSqlDatabase(place);
  const dumped = new Map<string, readonly string[]>();
  for (const { name, columns } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const names = columns.map((column) => column.name).toSorted();
    const texts = rows.map((row) => JSON.stringify(names.map((column) => [column, row[column]])));
    dumped.set(name, texts.toSorted());
  }
  await close();
  return new Map([...dumped].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
