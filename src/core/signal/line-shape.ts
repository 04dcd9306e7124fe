/** Kinds of characters. Runs of one kind count once, so that names, paths and numbers of any length give a line one shape. */
const KINDS = [
  "abcdefghijklmnopqrstuvwxyz_-./\\",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "0123456789",
  " \t",
  ":",
  "()[]{}<>",
  "\"'`",
  "=,;|",
] as const;
const OTHER = KINDS.length + 1;
const BEYOND_ASCII = OTHER + 1;

/** How many characters are the beginning of a line, where most tools have their mark. */
export const START = 12;

const KIND_OF = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = KINDS.findIndex((characters) => characters.includes(String.fromCharCode(code)));
  return at < 0 ? OTHER : at + 1;
});

export const kindOf = (code: number): number => (code < 128 ? KIND_OF[code]! : BEYOND_ASCII);

const ZERO = 0x30;
const SPACE = 0x20;
const LONGEST_WORD = 24;

/**
 * Whether a count of none stands before or after the word that ends at a place: `0 failed`, `Failures: 0`. Shapes know no
 * numbers, and this one says the opposite of all others.
 */
export function countsNone(text: string, end: number): boolean {
  let at = end - 1;
  for (const least = end - LONGEST_WORD; at >= least && isLetter(text.charCodeAt(at)); at -= 1);
  if (text.charCodeAt(at) === SPACE && isZero(text, at - 1)) return true;
  let after = end;
  for (const most = end + LONGEST_WORD; after < most && isLetter(text.charCodeAt(after)); after += 1);
  const mark = text.charCodeAt(after);
  if (mark !== 0x3a && mark !== 0x3d) return false;
  after += 1;
  for (const most = after + LONGEST_WORD; after < most && text.charCodeAt(after) === SPACE; after += 1);
  return isZero(text, after);
}

function isZero(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === ZERO && !isDigit(text.charCodeAt(at - 1)) && !isDigit(text.charCodeAt(at + 1))
  );
}

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
