import type { Generated } from "kysely";

/** A login of a person, including unlinked ones. */
interface PersonLoginTable {
  readonly seq: Generated<number>;
  readonly person: string;
  readonly login: string;
  readonly name: string;
  /** The same for all spellings of a name, see `personKey`. */
  readonly name_key: string;
  readonly how: string;
  readonly linked_at: string;
  readonly linked_by: string;
  readonly unlinked_at: string | null;
  readonly unlinked_by: string | null;
}

/** A hashed mark of an erased person's login. */
interface ErasedLoginTable {
  readonly hash: string;
  readonly salt: string;
  readonly erased_at: string;
  readonly admitted_at: string | null;
}

/** The person who works alone with this store. */
interface LonePersonTable {
  readonly name: string;
  readonly since: string;
}

export interface PersonTables {
  readonly lone_person: LonePersonTable;
  readonly person_login: PersonLoginTable;
  readonly erased_login: ErasedLoginTable;
}
