import type { Selectable } from "kysely";
import type { Role } from "../../../core/access/roles.ts";
import type { Token } from "../../../core/access/token.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { AccessTables } from "./access-tables.ts";

/** A token as the table holds it. */
export type TokenRow = Omit<Selectable<AccessTables["token"]>, "seq" | "hash">;

export const TOKEN_COLUMNS = [
  "id",
  "name",
  "role",
  "agent",
  "created_at",
  "created_by",
  "expires_at",
  "revoked_at",
  "revoked_by",
  "last_used_at",
  "issued_with",
] as const satisfies readonly (keyof TokenRow)[];

const stored = (text: string | undefined): string | null => (text === undefined ? null : storedText(text));

export const toTokenRow = (token: Token): TokenRow => ({
  id: storedKey(token.id),
  name: storedText(token.name),
  role: token.role,
  // Told from every other, since it decides whose records its holder reaches.
  agent: token.agent === undefined ? null : storedKey(token.agent),
  created_at: token.created_at,
  created_by: storedText(token.created_by),
  expires_at: token.expires_at,
  revoked_at: stored(token.revoked_at),
  revoked_by: stored(token.revoked_by),
  last_used_at: stored(token.last_used_at),
  issued_with: stored(token.issued_with),
});

export const fromTokenRow = (row: TokenRow): Token => ({
  id: row.id,
  name: row.name,
  role: row.role as Role,
  ...(row.agent === null ? {} : { agent: row.agent }),
  created_at: row.created_at,
  created_by: row.created_by,
  expires_at: row.expires_at,
  ...(row.revoked_at === null ? {} : { revoked_at: row.revoked_at }),
  ...(row.revoked_by === null ? {} : { revoked_by: row.revoked_by }),
  ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
  ...(row.issued_with === null ? {} : { issued_with: row.issued_with }),
});
