import { BY_PROVIDER, tokenLogin } from "../person/known-people.ts";
import type { Role } from "./permission.ts";
import { defined } from "../defined.ts";
import type { AccessProblem } from "./access-problem.ts";
import type { AuditAct } from "../audit/audit-entry.ts";

/** Who asks: the holder of a token, or a person who is logged in. */
export interface Principal {
  /** The name that is shown, and written down with what they do. */
  readonly id: string;
  readonly role: Role;
  readonly kind: "token" | "session";
  /** Whose token it is; there for the role `agent` and no other. */
  readonly agent?: string;
  /** The token that was shown, or that the login came from. */
  readonly token_id?: string;
  /** Who a provider says it is: `oidc:`, the issuer, a space and the subject. */
  readonly login?: string;
}

/** What somebody is logged in with, as it is kept with what they decide. */
export const usedLogin = ({ token_id }: Principal): string =>
  token_id === undefined ? BY_PROVIDER : tokenLogin(token_id);

/** What lets its holder in. The secret is told once and never kept. Times are UTC to the millisecond. */
export interface Token {
  readonly id: string;
  /** Who or what holds it, in an administrator's words; what they do is written down under it. */
  readonly name: string;
  readonly role: Role;
  /** There for the role `agent` and no other. */
  readonly agent?: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly revoked_at?: string;
  readonly revoked_by?: string;
  /** To the minute or so. */
  readonly last_used_at?: string;
  /** What its issuer was logged in with: `token:tk_…`, `provider` or `command`; absent for older tokens. */
  readonly issued_with?: string;
}

export type TokenState =
  | { readonly state: "active" }
  | {
      readonly state: "expired" | "revoked";
      readonly problem: AccessProblem<"token_expired" | "token_revoked">;
    };

/** Whether a token counts at a time. One that was revoked says so also after it would have expired. */
export function checkToken(token: Token, now: string): TokenState {
  if (token.revoked_at !== undefined) {
    const message = `the token was revoked at ${token.revoked_at}; ask an administrator for a new one`;
    return { state: "revoked", problem: { code: "token_revoked", message } };
  }
  if (now >= token.expires_at) {
    const message = `the token expired at ${token.expires_at}; ask an administrator for a new one`;
    return { state: "expired", problem: { code: "token_expired", message } };
  }
  return { state: "active" };
}

/** Who asks with a token. */
export const principalOf = ({ id, name, role, agent }: Token): Principal => ({
  id: name,
  role,
  kind: "token",
  ...defined({ agent }),
  token_id: id,
});

/** What the audit log says of a new token: nothing of the secret. */
export const issuedAct = ({ id, name, role, agent, created_by, expires_at }: Token): AuditAct => ({
  actor: created_by,
  action: "token.issued",
  subject: id,
  detail: { name, role, ...defined({ agent }), expires_at },
});

export const revokedAct = ({ id, name, role }: Token, by: string): AuditAct => ({
  actor: by,
  action: "token.revoked",
  subject: id,
  detail: { name, role },
});

/** So many unforeseeable bytes, written in base64url without padding; a parameter, since the core has no chance. */
export type RandomText = (bytes: number) => string;

/** Whether a text can be the secret of a login or a link: 32 bytes in base64url. */
export const isSecretText = (text: string): boolean => /^[\w-]{43}$/.test(text);

const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** 256 bits: nobody finds it by trying. */
export const SECRET_BYTES = 32;

const TEXT = /^emd_([0-9a-f]{16})([\w-]{43})([0-9a-f]{8})$/;

export interface TokenText {
  readonly id: string;
  /** To the letter what was given, and what is hashed. */
  readonly text: string;
}

/**
 * How a token is handed out: `emd_`, the digits of its id, the secret, and a checksum over all of it. Programs that look
 * for leaked secrets know it by its beginning and tell it from chance by its end, and a typo is told from an unknown
 * token without asking the store.
 */
export function tokenText(id: string, secret: string): string {
  const body = `emd_${id.slice(ID_MARK.length)}${secret}`;
  return body + crc32(body);
}

/** Nothing for a text that was never a token, or has a typo. */
export function parseTokenText(text: string): TokenText | undefined {
  const match = TEXT.exec(text);
  if (match === null || crc32(text.slice(0, -8)) !== match[3]) return undefined;
  return { id: ID_MARK + match[1]!, text };
}

export const ID_MARK = "tk_";

/** The CRC-32 of zip and PNG over a text in ASCII, as 8 hex digits. */
export function crc32(text: string): string {
  let value = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at += 1) {
    value = TABLE[(value ^ text.charCodeAt(at)) & 255]! ^ (value >>> 8);
  }
  return (~value >>> 0).toString(16).padStart(8, "0");
}
