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
const START = 12;

const KIND_OF = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = KINDS.findIndex((characters) => characters.includes(String.fromCharCode(code)));
  return at < 0 ? OTHER : at + 1;
});

const kindOf = (code: number): number => (code < 128 ? KIND_OF[code]! : BEYOND_ASCII);

/** A hash of what a line is like, apart from its names and numbers; `literals` is one of the literals in it. */
export function shapeOf(text: string, start: number, end: number, literals: number): number {
  let shape = literals;
  if (end > start) shape = (Math.imul(shape, 31) + kindOf(text.charCodeAt(end - 1))) | 0;
  let kind = 0;
  for (let at = start, stop = Math.min(end, start + START); at < stop; at += 1) {
    const next = kindOf(text.charCodeAt(at));
    if (next !== kind) shape = (Math.imul(shape, 31) + next) | 0;
    kind = next;
  }
  return (Math.imul(shape, 31) + countsOfNone(text, start, end)) | 0;
}

const SPACE = 0x20;
const EQUALS = 0x3d;
const COMMA = 0x2c;

/** Where the next zero of a text is. Lines are read in order, so that the text is searched once and not for every line. */
const zeros = { text: "", from: 0, at: 0 };

function nextZero(text: string, from: number): number {
  if (zeros.text === text && zeros.from <= from && from <= zeros.at) return zeros.at;
  const found = text.indexOf("0", from);
  zeros.text = text;
  zeros.from = from;
  zeros.at = found < 0 ? text.length : found;
  return zeros.at;
}

/**
 * How often a line counts none of something, as in `0 failed` and `Failures: 0`. Shapes know no numbers, and this one says the
 * opposite of all others.
 */
function countsOfNone(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = nextZero(text, start); at < end; at = nextZero(text, at + 1)) {
    const before = at === start ? SPACE : text.charCodeAt(at - 1);
    const after = at + 1 === end ? SPACE : text.charCodeAt(at + 1);
    if ((before === SPACE || before === EQUALS) && (after === SPACE || after === COMMA)) count += 1;
  }
  return count;
}
