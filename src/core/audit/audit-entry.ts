import { canonicalJson } from "../json/json.ts";

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

const MAX_NAME = 4_000;
const MAX_BODY = 65_536;
/** Hashed along, so that no other text of Emend's can be passed off as an entry. */
const FORM = "emend.audit.1";

interface Seal {
  /** The entry before, or the genesis. */
  readonly after: AuditHead;
  readonly time: string;
  /** Random, and never used again. */
  readonly salt: string;
}

/** Puts an act behind the entry before. Throws a RangeError for an act that breaks its contract. */
export function sealEntry(act: AuditAct, { after, time, salt }: Seal, digest: Digest): SealedEntry {
  const { action, subject } = act;
  if (action === "" || action.length > MAX_NAME || subject.length > MAX_NAME) {
    throw new RangeError(
      `expected an action and a subject of at most ${MAX_NAME} characters; name things by their ids`,
    );
  }
  const body = bodyOf(act);
  const entry = {
    seq: after.seq + 1,
    time,
    action,
    subject,
    body,
    salt,
    body_hash: hashBody(salt, body, digest),
    previous: after.hash,
  };
  return { ...entry, hash: hashEntry(entry, digest) };
}

/** Over everything but the body and its salt. A JSON array, so that no two entries are spelled alike. */
export const hashEntry = (entry: Omit<SealedEntry, "hash" | "body" | "salt">, digest: Digest): string =>
  digest(
    JSON.stringify([
      FORM,
      entry.seq,
      entry.time,
      entry.action,
      entry.subject,
      entry.body_hash,
      entry.previous,
    ]),
  );

export const hashBody = (salt: string, body: string, digest: Digest): string =>
  digest(JSON.stringify([salt, body]));

function bodyOf({ actor, detail }: AuditAct): string {
  const body = canonicalJson(plain({ actor, detail }));
  if (body !== undefined && body.length <= MAX_BODY) return body;
  throw new RangeError(
    `expected a detail of at most ${MAX_BODY} characters of JSON, nested at most 7 levels deep; name things by their ids`,
  );
}

/** As it will be read again: without what JSON leaves out. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch (cause) {
    throw new RangeError("expected a detail that can be written as JSON", { cause });
  }
}

/** A head as people copy it: its number, a colon and its hash. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`;

export function parseHeadText(text: string): AuditHead | undefined {
  const match = /^(\d{1,15}):([\da-f]{64})$/i.exec(text.trim());
  return match === null ? undefined : { seq: Number(match[1]), hash: match[2]!.toLowerCase() };
}

/** The newest head that a published text names: a file of lines, or the message of a tag. */
export function newestHeadIn(text: string): AuditHead | undefined {
  let newest: AuditHead | undefined;
  for (const [found] of text.matchAll(/(?<![\da-f])\d{1,15}:[\da-f]{64}(?![\da-f])/gi)) {
    const head = parseHeadText(found);
    if (head !== undefined && head.seq >= (newest?.seq ?? 0)) newest = head;
  }
  return newest;
}
