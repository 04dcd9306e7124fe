import { BY_PROVIDER, tokenLogin } from "../person/known-people.ts";
import type { Role } from "./permission.ts";
import { defined } from "../defined.ts";
import type { AccessProblem } from "./access-problem.ts";
import type { AuditAct } from "../audit/audit-entry.ts";

/** The caller: the holder of a token, or a person who is logged in. */
export interface Principal {
  /** The displayed name, also recorded with their actions. */
  readonly id: string;
  readonly role: Role;
  readonly kind: "token" | "session";
  /** The agent; only for the role `agent`. */
  readonly agent?: string;
  /** The token that was used, or that the session came from. */
  readonly token_id?: string;
  /** The provider's identity: `oidc:`, the issuer, a space and the subject. */
  readonly login?: string;
}

/** How somebody was logged in, as recorded with their decisions. */
export const loginUsed = ({ token_id }: Principal): string =>
  token_id === undefined ? BY_PROVIDER : tokenLogin(token_id);

/** An access token. The secret is shown once and never stored. Times are UTC to the millisecond. */
export interface Token {
  readonly id: string;
  /** The holder, as named by an administrator; their actions are recorded under this name. */
  readonly name: string;
  readonly role: Role;
  /** Only for the role `agent`. */
  readonly agent?: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly revoked_at?: string;
  readonly revoked_by?: string;
  /** Accurate to about a minute. */
  readonly last_used_at?: string;
  /** How its issuer was logged in: `token:tk_…`, `provider` or `command`; absent for older tokens. */
  readonly issued_with?: string;
}

export type TokenState =
  | { readonly state: "active" }
  | {
      readonly state: "expired" | "revoked";
      readonly problem: AccessProblem<"token_expired" | "token_revoked">;
    };

/** Whether a token is valid. A revoked one is reported as revoked even after it would have expired. */
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

export const principalOf = ({ id, name, role, agent }: Token): Principal => ({
  id: name,
  role,
  kind: "token",
  ...defined({ agent }),
  token_id: id,
});

/** The audit entry of a new token, without its secret. */
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

/** Random bytes in base64url without padding; a parameter, because the core has no randomness. */
export type RandomText = (bytes: number) => string;

/** Whether a text looks like the secret of a session or link: 32 bytes in base64url. */
export const isSecretText = (text: string): boolean => /^[\w-]{43}$/.test(text);

const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** 256 bits cannot be guessed. */
export const SECRET_BYTES = 32;

const TEXT = /^emd_([0-9a-f]{16})([\w-]{43})([0-9a-f]{8})$/;

export interface TokenText {
  readonly id: string;
  /** The exact text, which is hashed. */
  readonly text: string;
}

/**
 * The format of a token: `emd_`, the digits of its id, the secret, and a checksum. Secret scanners recognise its
 * prefix and verify its checksum, and a typo is detected without asking the store.
 */
export function tokenText(id: string, secret: string): string {
  const body = `emd_${id.slice(ID_MARK.length)}${secret}`;
  return body + crc32(body);
}

/** Undefined for a text that is not a token or has a typo. */
export function parseTokenText(text: string): TokenText | undefined {
  const match = TEXT.exec(text);
  if (match === null || crc32(text.slice(0, -8)) !== match[3]) return undefined;
  return { id: ID_MARK + match[1]!, text };
}

export const ID_MARK = "tk_";

/** The CRC-32 of zip and PNG for an ASCII text, as 8 hex digits. */
export function crc32(text: string): string {
  let value = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at += 1) {
    value = TABLE[(value ^ text.charCodeAt(at)) & 255]! ^ (value >>> 8);
  }
  return (~value >>> 0).toString(16).padStart(8, "0");
}
