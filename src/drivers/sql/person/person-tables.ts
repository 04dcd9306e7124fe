import type { Generated } from "kysely";

/** A login of a person, also one that was unlinked. */
interface PersonLoginTable {
  readonly seq: Generated<number>;
  readonly person: string;
  readonly login: string;
  readonly name: string;
  /** One for all spellings of the name; see `personKey`. */
  readonly name_key: string;
  readonly how: string;
  readonly linked_at: string;
  readonly linked_by: string;
  readonly unlinked_at: string | null;
  readonly unlinked_by: string | null;
}

/** The mark of a login whose person was erased. */
interface ErasedLoginTable {
  readonly hash: string;
  readonly salt: string;
  readonly erased_at: string;
  readonly admitted_at: string | null;
}

/** Who works alone with this store. */
interface LonePersonTable {
  readonly name: string;
  readonly since: string;
}

export interface PersonTables {
  readonly lone_person: LonePersonTable;
  readonly person_login: PersonLoginTable;
  readonly erased_login: ErasedLoginTable;
}
