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

/** Verifies a chain, entry by entry. */
interface ChainCheck {
  /** Returns whether the chain is still valid. After a fault, further entries change nothing. */
  add(entry: SealedEntry): boolean;
  /** The verdict on the entries so far. */
  verdict(): AuditVerdict;
}

type Broken = Extract<AuditVerdict, { readonly ok: false }>;

/**
 * Verifies a chain from its start, keeping only its end and the erased entries that no action has accounted for
 * yet. A truncated or fully rewritten chain is consistent in itself; only a published head exposes it.
 */
export function createChainCheck(digest: Digest, publishedHead: AuditHead = GENESIS): ChainCheck {
  let head: AuditHead = GENESIS;
  let erased = 0;
  let unexplained: (readonly [number, number])[] = [];
  let broken: Broken | undefined = checkPublishedHead(GENESIS, publishedHead);
  return {
    add(entry) {
      broken ??= checkEntry(entry, head, digest) ?? checkPublishedHead(entry, publishedHead);
      if (broken !== undefined) return false;
      head = { seq: entry.seq, hash: entry.hash };
      // An erasure only covers entries before it.
      const explained = unexplained.length === 0 ? [] : erasedBy(entry.action, entry.subject);
      if (explained.length > 0) unexplained = subtractRanges(unexplained, explained);
      if (entry.body === null) {
        erased += 1;
        addSeq(unexplained, entry.seq);
      }
      return true;
    },
    verdict() {
      // Actions after the break are unknown, so the break comes first.
      if (broken !== undefined) return broken;
      const first = unexplained[0]?.[0];
      if (first !== undefined) return fault(first, "erasure_unrecorded", FAULT_TEXT.erasure_unrecorded);
      if (publishedHead.seq > head.seq) {
        return fault(
          head.seq + 1,
          "truncated",
          `the chain ends at ${head.seq}, but its published head is ${publishedHead.seq}`,
        );
      }
      return { ok: true, entries: head.seq, erased, head };
    },
  };
}

function checkEntry(entry: SealedEntry, before: AuditHead, digest: Digest): Broken | undefined {
  const due = before.seq + 1;
  if (entry.seq !== due) return fault(due, "gap", `it is missing; the next one is ${entry.seq}`);
  if (entry.previous !== before.hash) return fault(due, "link_mismatch", FAULT_TEXT.link_mismatch);
  if (entry.hash !== hashEntry(entry, digest)) return fault(due, "hash_mismatch", FAULT_TEXT.hash_mismatch);
  const { body, salt } = entry;
  if (body === null && salt === null) return undefined;
  const whole = body !== null && salt !== null && entry.body_hash === hashBody(salt, body, digest);
  return whole ? undefined : fault(due, "body_mismatch", FAULT_TEXT.body_mismatch);
}

const checkPublishedHead = ({ seq, hash }: AuditHead, publishedHead: AuditHead): Broken | undefined =>
  seq === publishedHead.seq && hash !== publishedHead.hash
    ? fault(seq, "head_mismatch", FAULT_TEXT.head_mismatch)
    : undefined;

const FAULT_TEXT = {
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
