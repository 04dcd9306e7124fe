/** Characters, words and boundaries of text that is nearly JSON. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** The mark that ends a string, by the mark that opened it; models write curly quotes too. */
export const CLOSING_OF: ReadonlyMap<number, number> = new Map([
  [0x22, 0x22],
  [0x27, 0x27],
  [0x201c, 0x201d],
  [0x201d, 0x201d],
  [0x2018, 0x2019],
]);

export const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
export const FOREIGN_LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
  ["undefined", null],
  ["NaN", Number.NaN],
  ["Infinity", Number.NaN],
  ["-Infinity", Number.NaN],
]);
export const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

export const SIMPLE_ESCAPES: ReadonlyMap<number, string> = new Map([
  [QUOTE, '"'],
  [BACKSLASH, "\\"],
  [0x2f, "/"],
  [0x62, "\b"],
  [0x66, "\f"],
  [0x6e, "\n"],
  [0x72, "\r"],
  [0x74, "\t"],
]);

export function isWordCharacter(c: number): boolean {
  return (
    (c >= 0x61 && c <= 0x7a) ||
    (c >= 0x30 && c <= 0x39) ||
    (c >= 0x41 && c <= 0x5a) ||
    c === 0x5f ||
    c === 0x2e ||
    c === 0x2d ||
    c === 0x2b ||
    c === 0x24
  );
}

export function isBlank(c: number): boolean {
  return c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09 || c === 0xa0 || c === 0xfeff;
}

/** Where the comment that starts at `at` ends; `at` itself where there is none within `limit`. */
export function commentEnd(text: string, at: number, limit: number): number {
  const c = text.charCodeAt(at);
  const d = text.charCodeAt(at + 1);
  if (c !== 0x23 && (c !== 0x2f || (d !== 0x2f && d !== 0x2a))) return at;
  const mark = c === 0x2f && d === 0x2a ? "*/" : "\n";
  const window = limit < text.length ? text.slice(at, limit) : text;
  const base = window === text ? 0 : at;
  const end = window.indexOf(mark, at - base + (mark === "*/" ? 2 : 0));
  if (end < 0) return limit < text.length ? at : text.length;
  return base + end + (mark === "*/" ? 2 : 0);
}

/** Behind the next `}` that closes an element of a list: one followed by `, {` or `]`. */
export function endOfElement(text: string, from: number): number | undefined {
  for (let i = text.indexOf("}", from); i >= 0; i = text.indexOf("}", i + 1)) {
    let j = skipSpaces(text, i + 1);
    const c = text.charCodeAt(j);
    if (c === CLOSE_LIST) return i + 1;
    if (c === COMMA) {
      j = skipSpaces(text, j + 1);
      if (text.charCodeAt(j) === OPEN_OBJECT) return i + 1;
    }
  }
  return undefined;
}

export function nextElement(text: string, from: number): number | undefined {
  for (let i = from; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === OPEN_OBJECT || c === CLOSE_LIST) return i;
  }
  return undefined;
}

function skipSpaces(text: string, from: number): number {
  let i = from;
  while (i < text.length && isBlank(text.charCodeAt(i))) i += 1;
  return i;
}
