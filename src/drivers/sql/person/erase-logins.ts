import { personKey } from "../../../core/person/person-key.ts";
import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { isErasedName, tombstoneHashes } from "../../../core/person/look-alikes.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { affectedRows } from "../query.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { incrementPeopleRevision } from "./people-revision.ts";

/** All identities of one person. */
export interface PersonNames {
  /** The requested name, then the names of linked logins. */
  readonly names: readonly string[];
  readonly logins: readonly string[];
  readonly persons: readonly string[];
}

/** Finds names by linked logins. Look-alike names are ignored, since they may belong to someone else. */
export async function namesOfPerson(
  transaction: Transaction<Tables>,
  personId: string,
): Promise<PersonNames> {
  const named = await transaction
    .selectFrom("person_login")
    .select("person")
    .where((eb) =>
      eb.or([eb("login", "=", storedText(personId)), eb("name_key", "=", storedText(personKey(personId)))]),
    )
    .where("unlinked_at", "is", null)
    .execute();
  const persons = [...new Set(named.map(({ person }) => person))];
  const theirs =
    persons.length === 0
      ? []
      : await transaction
          .selectFrom("person_login")
          .select(["login", "name"])
          .where("person", "in", persons)
          .where("unlinked_at", "is", null)
          .execute();
  return {
    names: [...new Set([personId, ...theirs.map(({ name }) => name)])],
    logins: [...new Set(theirs.map(({ login }) => login))],
    persons,
  };
}

/** Deletes a person's logins, and returns how many there were. */
export async function eraseLogins(
  transaction: Transaction<Tables>,
  { persons, names }: PersonNames,
  { dialect }: Pick<SqlDatabaseOptions, "dialect">,
): Promise<number> {
  await incrementPeopleRevision(transaction, { dialect });
  await transaction.deleteFrom("lone_person").where("name", "in", names.map(storedText)).execute();
  if (persons.length === 0) return 0;
  return affectedRows(transaction.deleteFrom("person_login").where("person", "in", persons));
}

/**
 * Leaves hashed marks that recognise an erased person who returns: they cannot approve again until an administrator
 * allows it.
 */
export async function markErased(
  transaction: Transaction<Tables>,
  { names, logins }: PersonNames,
  now: () => Date,
): Promise<void> {
  const salt = randomBytes(16).toString("hex");
  const erased_at = now().toISOString();
  const marks = [...names, ...logins]
    .filter((name) => !isErasedName(name))
    .flatMap((name) => tombstoneHashes(name, salt, sha256));
  for (const hash of new Set(marks)) {
    await transaction.insertInto("erased_login").values({ hash, salt, erased_at }).execute();
  }
}
