import type { AuditAct, AuditEntry, SealedEntry } from "./audit-entry.ts";
import { isJsonObject } from "../json/json.ts";

/** Numbers of entries, rising and apart from each other; runs of them take the room of one. */
export type SeqRanges = readonly SeqRange[];

type SeqRange = readonly [first: number, last: number];

/** The ranges with one more number, which is above all of them. */
export function addSeq(ranges: SeqRange[], seq: number): void {
  const end = ranges.at(-1);
  if (end !== undefined && end[1] === seq - 1) ranges[ranges.length - 1] = [end[0], seq];
  else ranges.push([seq, seq]);
}

/** What is in the one and not in the other. */
export function subtractRanges(ranges: SeqRanges, taken: SeqRanges): SeqRange[] {
  const left: SeqRange[] = [];
  let at = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while (at < taken.length && taken[at]![1] < from) at += 1;
    for (let next = at; next < taken.length && taken[next]![0] <= last; next += 1) {
      const [cut, end] = taken[next]!;
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

/** Reads what `formatRanges` writes; nothing for any other text. */
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

/** A stored entry as people read it; whatever was written over it, it never throws. */
export function openEntry({ seq, time, action, subject, body, salt, hash }: SealedEntry): AuditEntry {
  const place = { seq, time, action, subject, hash };
  if (body === null && salt === null) return { ...place, state: "erased" };
  const said = readBody(body);
  return said === undefined ? { ...place, state: "unreadable" } : { ...place, state: "kept", ...said };
}

/** Whether the body of an entry names a person, as who acted or as a value of its detail. */
export function namesPerson(body: string, personId: string): boolean {
  // The canonical spelling of a name stands in every body that has it, and reading them all would take long.
  if (!body.includes(JSON.stringify(personId))) return false;
  const said = readBody(body);
  return said !== undefined && holds(said, personId);
}

interface Body {
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

function readBody(body: unknown): Body | undefined {
  if (typeof body !== "string") return undefined;
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isJsonObject(said)) return undefined;
  const { actor, detail } = said;
  return typeof actor === "string" && isJsonObject(detail) ? { actor, detail } : undefined;
}

/** Without recursion, since a body that was written over may be nested deeper than the stack. */
function holds(value: unknown, text: string): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === text) return true;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) waiting.push(part);
  }
  return false;
}
