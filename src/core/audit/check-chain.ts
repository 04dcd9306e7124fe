import {
  type AuditFault,
  type AuditHead,
  type AuditVerdict,
  type Digest,
  GENESIS,
  type SealedEntry,
  hashBody,
  hashEntry,
} from "./audit-entry.ts";
import { erasedBy, addSeq, subtractRanges } from "./erasure-act.ts";

/** Takes a chain in, entry by entry in the order of their numbers. */
interface ChainCheck {
  /** Whether it still holds; once it does not, further entries change nothing. */
  add(entry: SealedEntry): boolean;
  /** What is known after the entries so far. */
  verdict(): AuditVerdict;
}

type Broken = Extract<AuditVerdict, { readonly ok: false }>;

/**
 * Follows a chain from its beginning, keeping only its end and the erased entries whose erasure no act has told yet.
 * A chain that was cut at its end or written anew as a whole holds in itself; only a head that somebody noted shows it.
 */
export function createChainCheck(digest: Digest, noted: AuditHead = GENESIS): ChainCheck {
  let head: AuditHead = GENESIS;
  let erased = 0;
  let untold: (readonly [number, number])[] = [];
  let broken: Broken | undefined = faultOfNoted(GENESIS, noted);
  return {
    add(entry) {
      broken ??= faultOf(entry, head, digest) ?? faultOfNoted(entry, noted);
      if (broken !== undefined) return false;
      head = { seq: entry.seq, hash: entry.hash };
      // An act tells of what was erased before it: it cannot excuse what goes later.
      const told = untold.length === 0 ? [] : erasedBy(entry.action, entry.subject);
      if (told.length > 0) untold = subtractRanges(untold, told);
      if (entry.body === null) {
        erased += 1;
        addSeq(untold, entry.seq);
      }
      return true;
    },
    verdict() {
      // What an act behind the break would tell of is unknown, so the break comes first.
      if (broken !== undefined) return broken;
      const first = untold[0]?.[0];
      if (first !== undefined) return fault(first, "erasure_unrecorded", WHY.erasure_unrecorded);
      if (noted.seq > head.seq) {
        return fault(
          head.seq + 1,
          "truncated",
          `the chain ends at ${head.seq}, but its published head is ${noted.seq}`,
        );
      }
      return { ok: true, entries: head.seq, erased, head };
    },
  };
}

function faultOf(entry: SealedEntry, before: AuditHead, digest: Digest): Broken | undefined {
  const due = before.seq + 1;
  if (entry.seq !== due) return fault(due, "gap", `it is missing; the next one is ${entry.seq}`);
  if (entry.previous !== before.hash) return fault(due, "link_mismatch", WHY.link_mismatch);
  if (entry.hash !== hashEntry(entry, digest)) return fault(due, "hash_mismatch", WHY.hash_mismatch);
  const { body, salt } = entry;
  if (body === null && salt === null) return undefined;
  const whole = body !== null && salt !== null && entry.body_hash === hashBody(salt, body, digest);
  return whole ? undefined : fault(due, "body_mismatch", WHY.body_mismatch);
}

const faultOfNoted = ({ seq, hash }: AuditHead, noted: AuditHead): Broken | undefined =>
  seq === noted.seq && hash !== noted.hash ? fault(seq, "head_mismatch", WHY.head_mismatch) : undefined;

const WHY = {
  link_mismatch: "it does not follow the previous entry; one of them was inserted, removed or moved",
  hash_mismatch: "its number, time, action, subject or hash was changed",
  body_mismatch: "the actor or the details were changed",
  erasure_unrecorded: "the actor and the details are missing, but no later entry says that they were erased",
  head_mismatch: "its hash is not the published one; the chain was rewritten",
} as const;

const fault = (seq: number, reason: AuditFault, why: string): Broken => ({
  ok: false,
  seq,
  reason,
  message: `the chain breaks at entry ${seq}: ${why}`,
});
