import { personKey } from "../../../core/person/person-key.ts";
import { defined } from "../../../core/defined.ts";
import type { Transaction, Kysely } from "kysely";
import { createPeople, type People } from "../../../core/person/people.ts";
import type { PeopleChange, KnownPeople, LinkMethod } from "../../../core/person/known-people.ts";
import type { PersonStore } from "../../../ports/access-store.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { withoutNulls } from "../query.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { incrementPeopleRevision, readPeopleRevision } from "./people-revision.ts";
import { ROLES } from "../../../core/access/permission.ts";

const PEOPLES_ROLES = ROLES.filter((role) => role !== "agent");

/** Maximum reads while people keep changing. */
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
          // Reads the revision again: if it changed in between, the data does not match it.
          revision = await readPeopleRevision(db);
          if (revision === known.revision) last = createPeople(known, sha256);
        }
        throw new RangeError("people kept changing while they were being read");
      }),
    save: (change) =>
      transact(async (transaction) => {
        await incrementPeopleRevision(transaction, database);
        // `changePeople` has already incremented it.
        if ((await readPeopleRevision(transaction)) !== change.revision + 1) throw new RevisionConflict();
        await write(transaction, change);
        for (const act of change.acts) await appendAudit(transaction, act, database);
        return true;
      }).catch((error: unknown) => {
        if (error instanceof RevisionConflict) return false;
        throw error;
      }),
  };
}

/**
 * Thrown to roll back when another change came first. A RangeError, because the database rethrows those unchanged.
 */
class RevisionConflict extends RangeError {}

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

async function readPeople(db: Kysely<Tables>): Promise<Omit<KnownPeople, "revision">> {
  const logins = await db
    .selectFrom("person_login")
    .select(["person", "login", "name", "how", "linked_at", "linked_by", "unlinked_at", "unlinked_by"])
    .orderBy("seq")
    .execute();
  const tokens = await db
    .selectFrom("token")
    .select(["id", "name", "created_at", "created_by", "issued_with"])
    .where("role", "in", PEOPLES_ROLES)
    .orderBy("seq")
    .execute();
  const tombstones = await db.selectFrom("erased_login").selectAll().orderBy("hash").execute();
  const alone = await db.selectFrom("lone_person").selectAll().orderBy("name").limit(1).executeTakeFirst();
  return {
    ...defined({ alone }),
    logins: logins.map((login) => ({ ...withoutNulls(login), how: login.how as LinkMethod })),
    tokens: tokens.map(withoutNulls),
    tombstones: tombstones.map(withoutNulls),
  };
}
