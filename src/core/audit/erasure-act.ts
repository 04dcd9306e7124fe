import type { AuditAct, AuditEntry, SealedEntry } from "./audit-entry.ts";
import { isJsonObject } from "../json/json.ts";

/** Ascending, disjoint ranges of entry numbers. */
export type SeqRanges = readonly SeqRange[];

type SeqRange = readonly [first: number, last: number];

/** Adds a number above all others. */
export function addSeq(ranges: SeqRange[], seq: number): void {
  const end = ranges.at(-1);
  if (end !== undefined && end[1] === seq - 1) ranges[ranges.length - 1] = [end[0], seq];
  else ranges.push([seq, seq]);
}

/** The difference of two sets of ranges. */
export function subtractRanges(ranges: SeqRanges, removed: SeqRanges): SeqRange[] {
  const left: SeqRange[] = [];
  let at = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while (at < removed.length && removed[at]![1] < from) at += 1;
    for (let next = at; next < removed.length && removed[next]![0] <= last; next += 1) {
      const [cut, end] = removed[next]!;
      if (cut > from) left.push([from, cut - 1]);
      from = end + 1;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

/** As in `2-3,7`. */
export const formatRanges = (ranges: SeqRanges): string =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");

/** The inverse of `formatRanges`; undefined for any other text. */
export function parseRanges(text: string): SeqRanges | undefined {
  const ranges: SeqRange[] = [];
  let below = 0;
  for (const part of text.split(",")) {
    const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part);
    if (match === null) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (first <= below || last < first) return undefined;
    ranges.push([first, last]);
    below = last;
  }
  return ranges;
}

const ACTION = "person.erased";
const PREFIX = "entries ";
/** This many fit into a subject, however long their numbers are. */
const RANGES_PER_ACT = 120;

interface ErasureCounts {
  readonly records: number;
  /** Revoked tokens. */
  readonly tokens: number;
}

/**
 * The audit entries of an erasure, which do not say whom. The erased entries are listed in the subject, which is
 * never erased, so that a body that is missing without such an entry breaks the chain.
 */
export function erasureActs(
  actor: string,
  { records, tokens }: ErasureCounts,
  entries: SeqRanges,
): readonly AuditAct[] {
  const acts: AuditAct[] = [];
  for (let at = 0; at === 0 || at < entries.length; at += RANGES_PER_ACT) {
    const named = entries.slice(at, at + RANGES_PER_ACT);
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

/** The entries that an entry declares erased. */
export function erasedBy(action: string, subject: string): SeqRanges {
  if (action !== ACTION || !subject.startsWith(PREFIX)) return [];
  return parseRanges(subject.slice(PREFIX.length)) ?? [];
}

/** A stored entry for display; never throws, even if it was tampered with. */
export function openEntry({ seq, time, action, subject, body, salt, hash }: SealedEntry): AuditEntry {
  const common = { seq, time, action, subject, hash };
  if (body === null && salt === null) return { ...common, state: "erased" };
  const parsed = readBody(body);
  return parsed === undefined ? { ...common, state: "unreadable" } : { ...common, state: "kept", ...parsed };
}

/** Whether the body of an entry names a person, as actor or in its details. */
export function namesPerson(body: string, personId: string): boolean {
  // A cheap check first, because parsing every body would take long.
  if (!body.includes(JSON.stringify(personId))) return false;
  const parsed = readBody(body);
  return parsed !== undefined && containsText(parsed, personId);
}

interface Body {
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

function readBody(body: unknown): Body | undefined {
  if (typeof body !== "string") return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isJsonObject(parsed)) return undefined;
  const { actor, detail } = parsed;
  return typeof actor === "string" && isJsonObject(detail) ? { actor, detail } : undefined;
}

/** Without recursion, because a tampered body may be nested deeply. */
function containsText(value: unknown, text: string): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === text) return true;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) waiting.push(part);
  }
  return false;
}
