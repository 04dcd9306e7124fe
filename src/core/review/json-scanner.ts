/** Characters, words and boundaries of text that is nearly JSON. */
export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** Closing quote by opening quote; models also write curly quotes. */
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

const SIMPLE_ESCAPES: ReadonlyMap<number, string> = new Map([
  [QUOTE, '"'],
  [BACKSLASH, "\\"],
  [0x2f, "/"],
  [0x62, "\b"],
  [0x66, "\f"],
  [0x6e, "\n"],
  [0x72, "\r"],
  [0x74, "\t"],
]);

function isWordCharacter(c: number): boolean {
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

function isBlank(c: number): boolean {
  return c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09 || c === 0xa0 || c === 0xfeff;
}

/** The end of the comment at `at`, or `at` itself if there is none within `limit`. */
function commentEnd(text: string, at: number, limit: number): number {
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

/** The offset after the next `}` that closes a list element: one followed by `, {` or `]`. */
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

/** What was repaired while reading text that is nearly JSON. */
export type RepairCode =
  | "comment_removed"
  | "trailing_comma_removed"
  | "extra_comma_removed"
  | "comma_inserted"
  | "quotes_replaced"
  | "quote_escaped"
  | "control_character_escaped"
  | "escape_fixed"
  | "key_quoted"
  | "value_quoted"
  | "literal_replaced"
  | "value_missing"
  | "ellipsis_removed"
  | "text_removed";

/** Thrown by the scanner and always caught by the reader. */
export class Unreadable {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/** Thrown when the text ends inside a value; also always caught by the reader. */
export class Ended {
  readonly ended = true;
}

/** The kind of string, which decides what may follow its closing quote. */
export type StringRole = "key" | "member" | "element";

const LOOK_AHEAD = 64;

/** Scans text that is nearly JSON: strings, bare words, blanks and comments. */
export class JsonScanner {
  readonly text: string;
  at: number;
  private readonly note: (code: RepairCode, offset: number) => void;

  constructor(text: string, start: number, note: (code: RepairCode, offset: number) => void) {
    this.text = text;
    this.at = start;
    this.note = note;
  }

  readRun(): string {
    const from = this.at;
    while (this.at < this.text.length && isWordCharacter(this.text.charCodeAt(this.at))) this.at += 1;
    if (this.at === from) throw new Unreadable(from);
    return this.text.slice(from, this.at);
  }

  /** Reads the string that starts at the cursor. */
  readString(open: number, role: StringRole): string {
    const { text } = this;
    const from = this.at;
    const closing = CLOSING_OF.get(open) ?? QUOTE;
    if (open !== QUOTE) this.note("quotes_replaced", from);
    let parts = "";
    let partFrom = from + 1;
    let i = from + 1;
    for (; i < text.length; i += 1) {
      const c = text.charCodeAt(i);
      if (c === closing || c === open) {
        if (this.isEndOfString(i + 1, role)) {
          this.at = i + 1;
          return parts + text.slice(partFrom, i);
        }
        this.note("quote_escaped", i);
      } else if (c === BACKSLASH) {
        parts += text.slice(partFrom, i);
        const escape = this.readEscape(i);
        parts += escape.character;
        i = escape.end - 1;
        partFrom = escape.end;
      } else if (c < 0x20) {
        this.note("control_character_escaped", i);
      }
    }
    throw new Ended();
  }

  private readEscape(at: number): { character: string; end: number } {
    const { text } = this;
    if (at + 1 >= text.length) throw new Ended();
    const simple = SIMPLE_ESCAPES.get(text.charCodeAt(at + 1));
    if (simple !== undefined) return { character: simple, end: at + 2 };
    if (text.charCodeAt(at + 1) === 0x75) {
      if (at + 6 > text.length) throw new Ended();
      const hex = text.slice(at + 2, at + 6);
      if (/^[0-9a-fA-F]{4}$/.test(hex)) {
        return { character: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 };
      }
    }
    this.note("escape_fixed", at);
    // \' is a quote; any other unknown escape, such as \d, is taken literally.
    return text.charCodeAt(at + 1) === 0x27
      ? { character: "'", end: at + 2 }
      : { character: "\\", end: at + 1 };
  }

  /** Whether the quote before `after` ends its string, or is one the writer forgot to escape. */
  private isEndOfString(after: number, role: StringRole): boolean {
    // Keys contain no quotes; reading on would swallow whatever follows a stray brace.
    if (role === "key") return true;
    const at = this.skipBlank(after, false);
    if (at >= this.text.length) return true;
    const c = this.text.charCodeAt(at);
    if (c === CLOSE_OBJECT || c === CLOSE_LIST) return true;
    const inObject = role === "member";
    if (c !== COMMA) return inObject ? this.looksLikeKey(at) : c === OPEN_OBJECT;
    if (!inObject) return true;
    const following = this.skipBlank(at + 1, false);
    const f = this.text.charCodeAt(following);
    return following >= this.text.length || f === CLOSE_OBJECT || f === COMMA || this.looksLikeKey(following);
  }

  /** Whether a quoted or bare key with its colon follows; the look-ahead is bounded. */
  looksLikeKey(from: number): boolean {
    const { text } = this;
    const closing = CLOSING_OF.get(text.charCodeAt(from));
    let i = closing === undefined ? from : from + 1;
    const limit = Math.min(text.length, i + LOOK_AHEAD);
    const first = i;
    while (i < limit && isWordCharacter(text.charCodeAt(i))) i += 1;
    // The text ends inside the key.
    if (i >= text.length) return true;
    if (i === first) return false;
    if (closing !== undefined) {
      if (text.charCodeAt(i) !== closing) return false;
      i += 1;
    }
    const at = this.skipBlank(i, false);
    return at >= text.length ? closing !== undefined : text.charCodeAt(at) === COLON;
  }

  /** The next character that is neither blank nor part of a comment. Throws `Ended` if there is none. */
  next(): number {
    this.at = this.skipBlank(this.at, true);
    if (this.at >= this.text.length) throw new Ended();
    return this.text.charCodeAt(this.at);
  }

  skipBlank(from: number, report: boolean): number {
    const { text } = this;
    let i = from;
    for (;;) {
      while (i < text.length && isBlank(text.charCodeAt(i))) i += 1;
      // The look-ahead is bounded: otherwise each quote of a hostile line would scan to its end.
      const end = commentEnd(text, i, report ? text.length : i + LOOK_AHEAD);
      if (end === i) return i;
      if (report) this.note("comment_removed", i);
      i = end;
    }
  }
}
