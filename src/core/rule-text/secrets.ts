import { findAddresses, findAssignments, findOptions } from "./secret-assignments.ts";
import { maskPersonal } from "./secret-personal.ts";
import { findShapes } from "./secret-shapes.ts";
import { type FoundSecret, isPublicHash, looksRandom } from "./secret-values.ts";

const RANDOM = "a random key";

/** Likely secrets in a text, in order and without overlap. */
export function findSecrets(text: string): readonly FoundSecret[] {
  return joinOverlaps(text, [
    ...findPrivateKeys(text),
    ...findShapes(text),
    ...findAssignments(text),
    ...findOptions(text),
    ...findAddresses(text),
    ...findRandomRuns(text),
  ]);
}

const MIN_RUN = 20;
/** Enough of a run to judge it. */
const MAX_JUDGED = 512;
/** Characters of keys, hashes and base64. */
const RUN_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const inRun = (text: string, at: number): boolean => RUN_CHARACTERS[text.charCodeAt(at)] === 1;

/** Looks at every twentieth character only, because every run that is long enough has one of them. */
function findRandomRuns(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let at = MIN_RUN - 1; at < text.length; at += MIN_RUN) {
    if (!inRun(text, at)) continue;
    let start = at;
    while (inRun(text, start - 1)) start -= 1;
    let end = at + 1;
    while (inRun(text, end)) end += 1;
    if (end - start >= MIN_RUN) {
      const secret = randomRun(text, start, end);
      if (secret !== undefined) found.push(secret);
    }
    at = end - 1;
  }
  return found;
}

function randomRun(text: string, start: number, end: number): FoundSecret | undefined {
  const run = text.slice(start, Math.min(end, start + MAX_JUDGED));
  if (!looksRandom(run)) return undefined;
  const padding = text[end] !== "=" ? 0 : text[end + 1] === "=" ? 2 : 1;
  const whole = text.slice(start, Math.min(end, start + MAX_JUDGED) + padding);
  if (isPublicHash(whole, text.slice(Math.max(0, start - 40), start))) return undefined;
  return { start, end: end + padding, looks_like: RANDOM };
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,60}-----/y;
/** What is left of a key whose end was cut off. */
const KEY_LINES = /(?:(?:\s|\\{1,4}[nr]){1,6}[A-Za-z0-9+/=]{16,80}){0,400}/y;
const MAX_KEY = 16_000;

/** Private keys from BEGIN to END. */
function findPrivateKeys(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let end = 0;
  for (const { index, 0: begin } of text.includes("-----BEGIN ") ? text.matchAll(KEY_BEGIN) : []) {
    const body = index + begin.length;
    if (end !== -1 && end < body) end = text.indexOf("-----END ", body);
    const closed = end !== -1 && end - body < MAX_KEY;
    const rest = closed ? KEY_END : KEY_LINES;
    rest.lastIndex = closed ? end : body;
    const last = rest.test(text) ? rest.lastIndex : body;
    found.push({ start: index, end: last, looks_like: "a private key" });
  }
  return found;
}

/** Sorts secrets, joins those that overlap, and lets each reach to the end of its word. */
function joinOverlaps(text: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const joined: { start: number; end: number; looks_like: string }[] = [];
  for (const { start, end, looks_like } of found.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) {
      joined.push({ start, end: endOfWord(text, end), looks_like });
      continue;
    }
    if (end > last.end) last.end = endOfWord(text, end);
    if (last.looks_like === RANDOM) last.looks_like = looks_like;
  }
  return joined;
}

function endOfWord(text: string, end: number): number {
  const inWord = (at: number): boolean => inRun(text, at) || text[at] === "=";
  let at = end;
  if (inWord(end - 1)) while (inWord(at)) at += 1;
  return at;
}

/** Replaces likely secrets. */
export function maskSecrets(text: string): string {
  return untilStable(text, maskFound);
}

/** Replaces likely secrets, e-mail addresses, bank and card numbers, and the users' names in home folders. */
export function maskPrivate(text: string): string {
  return untilStable(text, (unmasked) => maskPersonal(maskFound(unmasked)));
}

function maskFound(text: string): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]`;
    at = end;
  }
  return masked + text.slice(at);
}

const MAX_PASSES = 6;

/** Masks again until nothing changes, because a masked secret can make the text next to it recognisable. */
function untilStable(text: string, mask: (text: string) => string): string {
  let masked = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = mask(masked);
    if (next === masked) return masked;
    masked = next;
  }
  return masked;
}
