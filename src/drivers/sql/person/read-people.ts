import type { Kysely } from "kysely";
import { ROLES } from "../../../core/access/roles.ts";
import type { KnownPeople } from "../../../core/person/known-people.ts";
import type { LinkedHow } from "../../../core/person/login.ts";
import type { Tables } from "../tables.ts";

const PEOPLES_ROLES = ROLES.filter((role) => role !== "agent");

/** Everything but the revision. */
export async function readPeople(db: Kysely<Tables>): Promise<Omit<KnownPeople, "revision">> {
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
  const tombstones = await db
    .selectFrom("erased_login")
    .select(["hash", "salt", "erased_at", "admitted_at"])
    .orderBy("hash")
    .execute();
  const alone = await db
    .selectFrom("lone_person")
    .select(["name", "since"])
    .orderBy("name")
    .limit(1)
    .executeTakeFirst();
  return {
    ...(alone === undefined ? {} : { alone }),
    logins: logins.map(({ how, unlinked_at, unlinked_by, ...login }) => ({
      ...login,
      how: how as LinkedHow,
      ...(unlinked_at === null ? {} : { unlinked_at }),
      ...(unlinked_by === null ? {} : { unlinked_by }),
    })),
    tokens: tokens.map(({ issued_with, ...token }) => ({
      ...token,
      ...(issued_with === null ? {} : { issued_with }),
    })),
    tombstones: tombstones.map(({ admitted_at, ...tombstone }) => ({
      ...tombstone,
      ...(admitted_at === null ? {} : { admitted_at }),
    })),
  };
}
