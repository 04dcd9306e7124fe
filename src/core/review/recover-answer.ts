import { type WorstClaim, worseOf, worstClaim } from "./review-fields.ts";
import { readTolerantJson, type TolerantReading } from "./tolerant-json.ts";

/** The object that is most likely the review, within whatever a model wrote around it. */
export interface RecoveredAnswer {
  readonly reading: Extract<TolerantReading, { ok: true }>;
  /** The object's offset in the text. */
  readonly start: number;
  readonly hasFence: boolean;
  readonly hasProse: boolean;
  /** The number of objects that look like a review. */
  readonly candidates: number;
  /** The worst severity that the other objects claim. */
  readonly unread: WorstClaim;
}

const REQUIRED = ["schema_version", "prompt_version", "findings"] as const;

/**
 * Finds the review in text that is not valid JSON. Each character is read a bounded number of times: after a failed
 * attempt, reading continues where it failed.
 */
export function recoverAnswer(text: string): RecoveredAnswer | undefined {
  let best: { reading: Extract<TolerantReading, { ok: true }>; start: number; rank: number } | undefined;
  let candidates = 0;
  let unread: WorstClaim = "none";
  let at = 0;
  // No object can be a review after the last mention of a review field.
  const last = Math.max(...REQUIRED.map((name) => text.lastIndexOf(name)));
  for (;;) {
    const start = nextStart(text, at);
    if (start === undefined || start > last) break;
    const reading = readTolerantJson(text, start);
    at = Math.max(start + 1, reading.ok ? reading.end : reading.at);
    if (!reading.ok) continue;
    const rank = rankOf(reading);
    if (rank === 0) continue;
    candidates += 1;
    // Of equal candidates the last one wins: a model that answers twice corrects itself.
    const isBetter = best === undefined || rank >= best.rank;
    const unused = isBetter ? best?.reading : reading;
    if (unused !== undefined) unread = worseOf(unread, worstClaimOf(unused));
    if (isBetter) best = { reading, start, rank };
  }
  if (best === undefined) return undefined;
  const before = text.slice(0, best.start).trim();
  const after = text.slice(best.reading.end).trim();
  return {
    reading: best.reading,
    start: best.start,
    hasFence: /```[^\n`]*$/.test(before.slice(-80)) || after.startsWith("```"),
    hasProse: hasWords(before) || hasWords(after),
    candidates,
    unread,
  };
}

/**
 * The next object or list of objects. A list is read whole, so that its elements are no candidates. A brace
 * followed by another bracket cannot start a review.
 */
function nextStart(text: string, from: number): number | undefined {
  for (let i = from; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c !== 0x7b && c !== 0x5b) continue;
    let j = i + 1;
    while (j < text.length && text.charCodeAt(j) <= 0x20) j += 1;
    const following = text.charCodeAt(j);
    const isBracket = following === 0x7b || following === 0x5b;
    if (c === 0x7b ? !isBracket : following === 0x7b) return i;
    i = j - 1;
  }
  return undefined;
}

function rankOf(reading: Extract<TolerantReading, { ok: true }>): number {
  const { value } = reading;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return 0;
  const present = REQUIRED.filter((name) => Object.hasOwn(value, name)).length;
  if (present === 0) return 0;
  if (reading.cutOff) return present === REQUIRED.length ? 2 : 1;
  return present === REQUIRED.length ? 4 : 3;
}

/** The worst severity in an unused answer; unknown if it was cut off. */
function worstClaimOf({ value, cutOff }: Extract<TolerantReading, { ok: true }>): WorstClaim {
  if (cutOff) return "unknown";
  const answer = value as Readonly<Record<string, unknown>>;
  return Object.hasOwn(answer, "findings") ? worstClaim(answer["findings"]) : "none";
}

/** Whether there is text other than a fence and its language. */
function hasWords(text: string): boolean {
  return text.replace(/^```[^\n`]*|```[^\n`]*$/g, "").trim() !== "";
}
