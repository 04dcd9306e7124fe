import type { LinkedHow } from "./login.ts";

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

export interface LonePerson {
  readonly name: string;
  readonly since: string;
}

/** What was used to act: `token:tk_…`, or one of these two. */
export const BY_PROVIDER = "provider";
export const BY_COMMAND = "command";
