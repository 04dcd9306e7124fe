import { fail, ok, type Result } from "../result.ts";
import type { AuditAct } from "../audit/audit-entry.ts";

const LOGIN_KINDS = ["name", "github", "token", "oidc"] as const;
type LoginKind = (typeof LOGIN_KINDS)[number];

/** How a login came to belong to its person. */
export const LINKED_BY = ["administrator", "proof", "provider"] as const;
export type LinkedHow = (typeof LINKED_BY)[number];

export const MAX_LOGIN = 600;

/** One way in which a person acts here, or is named by what others send. */
export interface Login {
  /** `name:ana`, `github:ana-dev`, `token:tk_…`, or `oidc:`, the issuer, a space and the subject. */
  readonly login: string;
  readonly kind: LoginKind;
  readonly value: string;
}

export interface LoginProblem {
  readonly code: "invalid_login";
  readonly message: string;
}

const EXPECTED =
  "expected a login such as name:ana, github:ana-dev, token:tk_1a2b3c4d5e6f7a8b or oidc:<issuer> <subject>; a plain name means name:";

/** Reads a login as people write it; a name may stand alone. */
export function parseLogin(text: string): Result<Login, LoginProblem> {
  const trimmed = text.normalize("NFC").trim();
  const at = trimmed.indexOf(":");
  const kind = LOGIN_KINDS.find((each) => each === trimmed.slice(0, Math.max(0, at)));
  const value = (kind === undefined ? trimmed : trimmed.slice(at + 1)).trim();
  const fits = kind === "token" ? /^tk_[0-9a-f]{16}$/.test(value) : kind !== "oidc" || /^\S+ \S/.test(value);
  if (value === "" || value.length > MAX_LOGIN || !fits || !value.isWellFormed()) {
    return fail({ code: "invalid_login", message: EXPECTED });
  }
  return ok(loginOf(kind ?? "name", value));
}

const loginOf = (kind: LoginKind, value: string): Login => ({
  login: `${kind}:${value}`,
  kind,
  value,
});

export const tokenLogin = (tokenId: string): string => `token:${tokenId}`;

export const oidcLogin = (issuer: string, subject: string): string => `oidc:${issuer} ${subject}`;

/** A login that belongs, or belonged, to a person. Nothing is deleted but by erasing. */
export interface LinkedLogin {
  /** The person's id, `pn_` and 16 hex digits. */
  readonly person: string;
  readonly login: string;
  /** The name that this login acts under. */
  readonly name: string;
  readonly how: LinkedHow;
  readonly linked_at: string;
  readonly linked_by: string;
  readonly unlinked_at?: string;
  readonly unlinked_by?: string;
}

/** A token of a person, also one that has ended, and who issued it. */
export interface KnownToken {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly created_by: string;
  /** What its issuer was logged in with: a token, a provider, the command; absent where nobody wrote it down. */
  readonly issued_with?: string;
}

/** The mark of an erased login: enough to know it again, and no more. */
export interface Tombstone {
  readonly salt: string;
  readonly hash: string;
  readonly erased_at: string;
  /** When an administrator let this person decide again. */
  readonly admitted_at?: string;
}

/** All that says which logins are one person's. */
export interface KnownPeople {
  /** One more with every change. */
  readonly revision: number;
  /** In the order in which they were linked. */
  readonly logins: readonly LinkedLogin[];
  /** Those of people, and not of agents; the oldest first. */
  readonly tokens: readonly KnownToken[];
  readonly tombstones: readonly Tombstone[];
  /** Who said that nobody else works with this store; see `lonePerson` for whether that still holds. */
  readonly alone?: LonePerson;
}

interface LonePerson {
  readonly name: string;
  readonly since: string;
}

/** What was used to act: `token:tk_…`, or one of these two. */
export const BY_PROVIDER = "provider";
export const BY_COMMAND = "command";

/** What is to change about who is who, with its acts; saved only over the revision that it was decided on. */
export interface PeopleChange {
  readonly revision: number;
  readonly at: string;
  readonly linked: readonly LinkedLogin[];
  readonly unlinked: readonly { readonly login: string; readonly at: string; readonly by: string }[];
  /** Hashes of tombstones whose person may decide again. */
  readonly admitted: readonly string[];
  /** Who works alone from now on; null for a team. Left out, that stays as it is. */
  readonly alone?: LonePerson | null;
  readonly acts: readonly AuditAct[];
}
