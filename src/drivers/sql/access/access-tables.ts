import type { Generated } from "kysely";

/** A token; its secret is kept as the hash of its text. */
interface TokenTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly role: string;
  readonly agent: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  readonly last_used_at: string | null;
  readonly issued_with: string | null;
}

/** What lets one browser in, once. */
interface LoginLinkTable extends OwnedColumns {
  readonly hash: string;
}

/** The login of a browser. */
interface SessionTable extends OwnedColumns {
  readonly id_hash: string;
  readonly ends_at: string;
}

/** Whose it is. */
interface OwnedColumns {
  readonly person: string;
  readonly token_id: string | null;
  /** JSON: the principal to the letter. */
  readonly principal: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A request with a key, and its answer once there is one. */
interface IdempotencyTable {
  /** The hash of who asks and their key. */
  readonly id: string;
  readonly principal: string;
  readonly request_hash: string;
  readonly begun_at: string;
  /** JSON: status, headers and body. */
  readonly answer: string | null;
}

export interface AccessTables {
  readonly token: TokenTable;
  readonly session: SessionTable;
  readonly login_link: LoginLinkTable;
  readonly idempotency: IdempotencyTable;
}
