/** One thing that somebody did, before it has its place in the log. */
export interface AuditAct {
  /** Who: a person's id, or the name of what acted for nobody. */
  readonly actor: string;
  /** What was done, such as `rule.approved`. */
  readonly action: string;
  /** What it was done to; never a person, since this is kept for good. */
  readonly subject: string;
  /** JSON, at most 64 KiB of it. People are named by their ids alone, each as a value of its own, so that they can be erased. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** One act in its place; `state` says what is left of who did it, and how. */
export type AuditEntry = KeptEntry | ErasedEntry | UnreadableEntry;

interface EntryPlace {
  /** 1 for the first, then without a gap. */
  readonly seq: number;
  /** UTC to the millisecond. */
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /** With `seq` what `verify` takes as a head. */
  readonly hash: string;
}

interface KeptEntry extends EntryPlace {
  readonly state: "kept";
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A person who acted or was named is erased. */
interface ErasedEntry extends EntryPlace {
  readonly state: "erased";
}

/** Somebody wrote over it; `verify` says where. */
interface UnreadableEntry extends EntryPlace {
  readonly state: "unreadable";
}

/** An entry as it is stored: what can be erased is hashed apart, so that the chain holds without it. */
export interface SealedEntry {
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /** Canonical JSON of the actor and the detail; null, as the salt is, once erased. */
  readonly body: string | null;
  /** Keeps an erased body from being found by trying names. */
  readonly salt: string | null;
  readonly body_hash: string;
  /** The hash of the entry before. */
  readonly previous: string;
  readonly hash: string;
}

/** The end of a chain; whoever noted it can tell later whether the chain still leads there. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export type AuditVerdict =
  | {
      readonly ok: true;
      readonly entries: number;
      /** How many of them no longer say who acted. */
      readonly erased: number;
      readonly head: AuditHead;
    }
  | {
      readonly ok: false;
      /** The first entry that is not what it was, is missing, or is not what the one before leads to. */
      readonly seq: number;
      readonly reason: AuditFault;
      readonly message: string;
    };

export type AuditFault =
  /** A number is missing, or one is there that does not belong. */
  | "gap"
  /** It does not follow the entry before. */
  | "link_mismatch"
  /** Its time, action, subject or hash was changed. */
  | "hash_mismatch"
  /** Who acted, or how, was changed. */
  | "body_mismatch"
  /** Who acted, and how, is gone, and no later entry says that it was erased. */
  | "erasure_unrecorded"
  /** The entry at the noted head is another one: the chain was written anew. */
  | "head_mismatch"
  /** The chain ends before the noted head. */
  | "truncated";

/** Where a chain begins. */
export const GENESIS: AuditHead = { seq: 0, hash: "0".repeat(64) };

/** SHA-256 of a text in UTF-8 as 64 hex digits; a parameter, since the core has no cryptography. */
export type Digest = (text: string) => string;
