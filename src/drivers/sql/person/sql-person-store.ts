import type { Transaction } from "kysely";
import { personKey } from "../../../core/access/person-key.ts";
import { createPeople, type People } from "../../../core/person/people.ts";
import type { PeopleChange } from "../../../core/person/people-change.ts";
import type { PersonStore } from "../../../ports/person-store.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { changePeople, readPeopleRevision } from "./people-revision.ts";
import { readPeople } from "./read-people.ts";

/** So often the people may change while they are read. */
const MAX_READS = 20;

export function createSqlPersonStore(database: SqlDatabase): PersonStore {
  const { db, run, transact } = database;
  let last: People | undefined;
  return {
    read: () =>
      run(async () => {
        let revision = await readPeopleRevision(db);
        for (let reads = 0; reads < MAX_READS; reads += 1) {
          if (last?.known.revision === revision) return last;
          const known = { revision, ...(await readPeople(db)) };
          // Read again: what changed in between would be under the old number.
          revision = await readPeopleRevision(db);
          if (revision === known.revision) last = createPeople(known, sha256);
        }
        throw new RangeError("the people keep changing while they are read");
      }),
    save: (change) =>
      transact(async (transaction) => {
        await changePeople(transaction, database);
        // The change has counted itself already.
        if ((await readPeopleRevision(transaction)) !== change.revision + 1) throw new Overtaken();
        await write(transaction, change);
        for (const act of change.acts) await appendAudit(transaction, act, database);
        return true;
      }).catch((error: unknown) => {
        if (error instanceof Overtaken) return false;
        throw error;
      }),
  };
}

/** Another change came first; undoes the transaction. A RangeError, which the database hands on as it is. */
class Overtaken extends RangeError {}

async function write(transaction: Transaction<Tables>, change: PeopleChange): Promise<void> {
  for (const { login, at, by } of change.unlinked) {
    await transaction
      .updateTable("person_login")
      .set({ unlinked_at: at, unlinked_by: storedText(by) })
      .where("login", "=", storedText(login))
      .where("unlinked_at", "is", null)
      .execute();
  }
  for (const { person, login, name, how, linked_at, linked_by } of change.linked) {
    await transaction
      .insertInto("person_login")
      .values({
        person,
        login: storedText(login),
        name: storedText(name),
        name_key: storedText(personKey(name)),
        how,
        linked_at,
        linked_by: storedText(linked_by),
        unlinked_at: null,
        unlinked_by: null,
      })
      .execute();
  }
  if (change.alone !== undefined) {
    await transaction.deleteFrom("lone_person").execute();
    if (change.alone !== null) {
      const { name, since } = change.alone;
      await transaction
        .insertInto("lone_person")
        .values({ name: storedText(name), since })
        .execute();
    }
  }
  if (change.admitted.length === 0) return;
  await transaction
    .updateTable("erased_login")
    .set({ admitted_at: change.at })
    .where("hash", "in", [...change.admitted])
    .execute();
}
