import { canonicalJson } from "../json/json.ts";

/** An action, before it is added to the log. */
export interface AuditAct {
  /** A person's id, or the name of a program that acted on its own. */
  readonly actor: string;
  /** Such as `rule.approved`. */
  readonly action: string;
  /** The object of the action; never a person, because it is kept forever. */
  readonly subject: string;
  /** At most 64 KiB of JSON. People only appear as ids, each as a separate value, so that they can be erased. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An action in the log; `state` says whether actor and details are still there. */
export type AuditEntry = KeptEntry | ErasedEntry | UnreadableEntry;

interface EntryBase {
  /** From 1, without gaps. */
  readonly seq: number;
  /** UTC to the millisecond. */
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /** Together with `seq`, a head for `verify`. */
  readonly hash: string;
}

interface KeptEntry extends EntryBase {
  readonly state: "kept";
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The actor or a person it named was erased. */
interface ErasedEntry extends EntryBase {
  readonly state: "erased";
}

/** It was tampered with; `verify` says where. */
interface UnreadableEntry extends EntryBase {
  readonly state: "unreadable";
}

/** A stored entry. The part that can be erased is hashed separately, so that the chain stays valid without it. */
export interface SealedEntry {
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /** Canonical JSON of the actor and the details; null once erased, like the salt. */
  readonly body: string | null;
  /** Prevents guessing an erased body by trying names. */
  readonly salt: string | null;
  readonly body_hash: string;
  /** The hash of the previous entry. */
  readonly previous: string;
  readonly hash: string;
}

/** The end of a chain. A copy of it proves later whether the chain still contains it. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export type AuditVerdict =
  | {
      readonly ok: true;
      readonly entries: number;
      /** The number of erased entries. */
      readonly erased: number;
      readonly head: AuditHead;
    }
  | {
      readonly ok: false;
      /** The first entry that was changed, is missing, or does not follow from the previous one. */
      readonly seq: number;
      readonly reason: AuditFault;
      readonly message: string;
    };

export type AuditFault =
  /** A number is missing or unexpected. */
  | "gap"
  /** It does not follow the previous entry. */
  | "link_mismatch"
  /** Its time, action, subject or hash was changed. */
  | "hash_mismatch"
  /** The actor or the details were changed. */
  | "body_mismatch"
  /** The actor and details are missing, and no later entry records an erasure. */
  | "erasure_unrecorded"
  /** The entry at the published head differs: the chain was rewritten. */
  | "head_mismatch"
  /** The chain ends before the published head. */
  | "truncated";

/** The start of every chain. */
export const GENESIS: AuditHead = { seq: 0, hash: "0".repeat(64) };

/** SHA-256 of a UTF-8 text in hex; a parameter, because the core has no cryptography. */
export type Digest = (text: string) => string;

const MAX_NAME = 4_000;
const MAX_BODY = 65_536;
/** Part of the hash, so that no other text can pass for an entry. */
const FORM = "emend.audit.1";

interface Seal {
  /** The previous entry, or the genesis. */
  readonly after: AuditHead;
  readonly time: string;
  /** Random and unique. */
  readonly salt: string;
}

/** Appends an action to the chain. Throws a RangeError for an invalid one. */
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

/** Covers everything but the body and its salt. A JSON array makes the encoding unambiguous. */
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

/** As it will be read back, without what JSON omits. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch (cause) {
    throw new RangeError("expected a detail that can be written as JSON", { cause });
  }
}

/** A head as text: its number, a colon and its hash. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`;

export function parseHeadText(text: string): AuditHead | undefined {
  const match = /^(\d{1,15}):([\da-f]{64})$/i.exec(text.trim());
  return match === null ? undefined : { seq: Number(match[1]), hash: match[2]!.toLowerCase() };
}

/** The newest head in a published text, such as a file of lines or the message of a tag. */
export function newestHeadIn(text: string): AuditHead | undefined {
  let newest: AuditHead | undefined;
  for (const [found] of text.matchAll(/(?<![\da-f])\d{1,15}:[\da-f]{64}(?![\da-f])/gi)) {
    const head = parseHeadText(found);
    if (head !== undefined && head.seq >= (newest?.seq ?? 0)) newest = head;
  }
  return newest;
}
