import { fail, ok, type Result } from "../result.ts";
import type { AuditAct } from "../audit/audit-entry.ts";

const LOGIN_KINDS = ["name", "github", "token", "oidc"] as const;
type LoginKind = (typeof LOGIN_KINDS)[number];

/** How a login was linked to its person. */
export const LINKED_BY = ["administrator", "proof", "provider"] as const;
export type LinkMethod = (typeof LINKED_BY)[number];

export const MAX_LOGIN = 600;

/** One identity of a person. */
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

/** Parses a login as people write it; a bare name is allowed. */
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

/** A login that is or was linked to a person. Links are only deleted by erasing the person. */
export interface LinkedLogin {
  /** The person's id, `pn_` and 16 hex digits. */
  readonly person: string;
  readonly login: string;
  /** The name that actions of this login are recorded under. */
  readonly name: string;
  readonly how: LinkMethod;
  readonly linked_at: string;
  readonly linked_by: string;
  readonly unlinked_at?: string;
  readonly unlinked_by?: string;
}

/** A person's token, even if it is no longer valid, and who issued it. */
export interface KnownToken {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly created_by: string;
  /** How its issuer was logged in; absent if it was not recorded. */
  readonly issued_with?: string;
}

/** The mark of an erased login: just enough to recognise it. */
export interface Tombstone {
  readonly salt: string;
  readonly hash: string;
  readonly erased_at: string;
  /** When an administrator allowed this person to decide again. */
  readonly admitted_at?: string;
}

/** Everything about which logins belong to one person. */
export interface KnownPeople {
  /** Incremented by every change. */
  readonly revision: number;
  /** In the order they were linked. */
  readonly logins: readonly LinkedLogin[];
  /** People's tokens only, oldest first. */
  readonly tokens: readonly KnownToken[];
  readonly tombstones: readonly Tombstone[];
  /** The person who declared that they work alone; see `lonePerson` for whether that is still true. */
  readonly alone?: LonePerson;
}

interface LonePerson {
  readonly name: string;
  readonly since: string;
}

/** How somebody was logged in: `token:tk_…`, or one of these two. */
export const BY_PROVIDER = "provider";
export const BY_COMMAND = "command";

/** A change of people, with its audit entries; saved only over the revision that it was based on. */
export interface PeopleChange {
  readonly revision: number;
  readonly at: string;
  readonly linked: readonly LinkedLogin[];
  readonly unlinked: readonly { readonly login: string; readonly at: string; readonly by: string }[];
  /** Hashes of tombstones whose person may decide again. */
  readonly admitted: readonly string[];
  /** The person who works alone from now on; null for a team, absent for no change. */
  readonly alone?: LonePerson | null;
  readonly acts: readonly AuditAct[];
}
