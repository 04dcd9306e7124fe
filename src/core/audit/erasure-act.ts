import type { AuditAct } from "./audit-entry.ts";
import { formatRanges, parseRanges, type SeqRanges } from "./seq-ranges.ts";

const ACTION = "person.erased";
const PREFIX = "entries ";
/** So many fit into a subject, whatever their numbers. */
const RANGES_AN_ACT = 120;

interface ErasureCounts {
  readonly records: number;
  /** Those that were revoked with it. */
  readonly tokens: number;
}

/**
 * The acts that say a person was erased: whom, no entry may know. The entries whose bodies went are named in the
 * subject, which outlives every later erasure, so that a body that is gone without such an act is a broken link.
 */
export function erasureActs(
  actor: string,
  { records, tokens }: ErasureCounts,
  entries: SeqRanges,
): readonly AuditAct[] {
  const acts: AuditAct[] = [];
  for (let at = 0; at === 0 || at < entries.length; at += RANGES_AN_ACT) {
    const named = entries.slice(at, at + RANGES_AN_ACT);
    acts.push({
      actor,
      action: ACTION,
      subject: `${PREFIX}${named.length === 0 ? "none" : formatRanges(named)}`,
      detail: {
        records: at === 0 ? records : 0,
        ...(at === 0 && tokens > 0 ? { tokens_revoked: tokens } : {}),
      },
    });
  }
  return acts;
}

/** Which entries an entry says were erased. */
export function erasedBy(action: string, subject: string): SeqRanges {
  if (action !== ACTION || !subject.startsWith(PREFIX)) return [];
  return parseRanges(subject.slice(PREFIX.length)) ?? [];
}
