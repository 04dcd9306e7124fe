import type { Generated } from "kysely";

/** An API token. Only the hash of its secret is stored. */
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

/** A link that logs in one browser, once. */
interface LoginLinkTable extends OwnedColumns {
  readonly hash: string;
}

/** An invitation that nobody has accepted yet. Only the hash of its secret is stored. */
interface InvitationTable {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly role: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly issued_with: string | null;
}

/** A browser session. */
interface SessionTable extends OwnedColumns {
  readonly id_hash: string;
  readonly ends_at: string;
}

/** The owner of a session or a login link. */
interface OwnedColumns {
  readonly person: string;
  readonly token_id: string | null;
  /** JSON: the principal exactly as it was, while `person` may be normalised. */
  readonly principal: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A request with an idempotency key, and its answer once there is one. */
interface IdempotencyTable {
  /** Hash of the principal and their key. */
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
  readonly invitation: InvitationTable;
  readonly idempotency: IdempotencyTable;
}
