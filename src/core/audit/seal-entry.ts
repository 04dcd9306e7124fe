import { canonicalJson } from "../json/canonical-json.ts";
import type { AuditAct, AuditHead, Digest, SealedEntry } from "./audit-entry.ts";

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
