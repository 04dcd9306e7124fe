import { wordSet } from "../text/word-set.ts";
import { withCommands } from "./commands.ts";

/** A speaker utters `word` tokens and only mentions `code`, `quote` and `name` tokens. */
type TokenKind = "word" | "code" | "quote" | "name" | "number" | "mark";

export interface TextToken {
  readonly kind: TokenKind;
  /**
   * Lower case, with straight apostrophes. Contractions become two tokens: "don't" is "do" and "not". A mark is one
   * character.
   */
  readonly word: string;
  /** Offsets in the original text. Both tokens of a contraction have the offsets of the whole word. */
  readonly start: number;
  readonly end: number;
  /** White space comes before it. */
  readonly spaced: boolean;
}

/** Longer texts are truncated. */
const MAX_CHARACTERS = 20_000;
const MAX_QUOTED = 200;
const MAX_CALL_LENGTH = 80;

const SPACE = /\s/u;
const LETTER = /[\p{L}\p{N}_]/u;
const PIECE = /[\p{L}\p{N}_.'’/\\@#$&+*%=<>(){}[\]:~^|°-]/u;
const PLAIN_WORD = /^\p{L}+(?:['’]\p{L}+)*(?:-\p{L}+(?:['’]\p{L}+)?)*$/u;
const FACE = /^[:;]-?[)(DPp/|](?=\s|$|[.,])/u;
/** "--run" is a command-line option, not a dash. */
const FLAG = /^--[a-z]/u;
const ABBREVIATED = /^(?:e\.g|i\.e|etc|vs|cf|resp)$/iu;
const NUMBER = /^[+-]?\d[\d.,]*(?:%|[a-z]{1,3})?$/iu;
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "'": "'",
  "‘": "’",
};
const MARKS: Readonly<Record<string, string>> = {
  ".": ".",
  "…": ".",
  "!": "!",
  "?": "?",
  ",": ",",
  ";": ";",
  ":": ":",
  "–": "-",
  "—": "-",
  "(": "(",
  ")": ")",
  "→": ">",
  "⇒": ">",
  "➜": ">",
};

/** Splits a text into tokens in the order of their offsets. It never throws. */
export function tokenize(text: string): readonly TextToken[] {
  const source = text.slice(0, MAX_CHARACTERS);
  const tokens: TextToken[] = [];
  let spaced = true;
  const add = (kind: TokenKind, word: string, start: number, end: number): void => {
    tokens.push({ kind, word, start, end, spaced });
    spaced = false;
  };
  let at = 0;
  while (at < source.length) {
    const sign = source[at]!;
    if (sign === "\n" || at === 0) {
      const next = skipLinePrefix(source, sign === "\n" ? at + 1 : at);
      if (sign === "\n" && (next.breaks || next.at > at + 1)) add("mark", "\n", at, at + 1);
      if (next.at > at) {
        spaced = true;
        at = next.at;
        continue;
      }
    }
    if (SPACE.test(sign)) {
      spaced = true;
      at += 1;
      continue;
    }
    const face = spaced ? FACE.exec(source.slice(at, at + 4)) : null;
    if (face !== null) {
      at += face[0].length;
      continue;
    }
    const quoted = quotedAt(source, at);
    if (quoted !== undefined) {
      add(quoted.kind, source.slice(quoted.from, quoted.to), at, quoted.end);
      at = quoted.end;
      continue;
    }
    const arrow = source.startsWith("->", at) || source.startsWith("=>", at);
    if (arrow && (spaced || source[at + 2] === " ")) {
      add("mark", ">", at, at + 2);
      at += 2;
      continue;
    }
    const isFlag = spaced && FLAG.test(source.slice(at, at + 3));
    if (
      (source.startsWith("--", at) && !isFlag) ||
      (sign === "-" && spaced && SPACE.test(source[at + 1] ?? " "))
    ) {
      const end = source.startsWith("--", at) ? at + 2 : at + 1;
      add("mark", "-", at, end);
      at = end;
      continue;
    }
    if (sign === "&" && SPACE.test(source[at + 1] ?? " ")) {
      add("word", "and", at, at + 1);
      at += 1;
      continue;
    }
    if (!PIECE.test(sign) || (sign in MARKS && !startsPiece(source, at))) {
      const mark = MARKS[sign];
      if (mark !== undefined) add("mark", mark, at, at + 1);
      else spaced = true;
      at += 1;
      continue;
    }
    const end = pieceEnd(source, at);
    addPiece(source, at, end, add);
    at = end;
  }
  return withCommands(tokens, source);
}

/** Skips quoted lines and bullets at the start of a line. `breaks` tells whether the line starts a new sentence. */
function skipLinePrefix(source: string, from: number): { readonly at: number; readonly breaks: boolean } {
  let at = from;
  while (source[at] === " " || source[at] === "\t") at += 1;
  if (source[at] === ">" && source[at + 1] !== "=") {
    const end = source.indexOf("\n", at);
    return { at: end === -1 ? source.length : end, breaks: true };
  }
  if (source[at] === "\n" || at >= source.length) return { at, breaks: true };
  const bullet = bulletEnd(source, at);
  if (bullet > at) return { at: bullet, breaks: true };
  // A wrapped line continues in lower case. Anything else starts a new sentence.
  const first = source[at]!;
  return { at, breaks: first !== first.toLowerCase() || !LETTER.test(first) };
}

function bulletEnd(source: string, at: number): number {
  let end = at;
  if ("-*•".includes(source[end]!)) end += 1;
  else {
    while (end < at + 3 && source[end]! >= "0" && source[end]! <= "9") end += 1;
    if (end === at || (source[end] !== "." && source[end] !== ")")) return at;
    end += 1;
  }
  if (source[end] !== " ") return at;
  if (source.startsWith("[ ] ", end + 1) || source.startsWith("[x] ", end + 1)) return end + 5;
  return end + 1;
}

interface Quoted {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

function quotedAt(source: string, at: number): Quoted | undefined {
  const sign = source[at]!;
  if (sign === "`") {
    let ticks = 1;
    while (ticks < 3 && source[at + ticks] === "`") ticks += 1;
    const close = source.indexOf("`".repeat(ticks), at + ticks);
    const limit = ticks === 3 ? MAX_CHARACTERS : 400;
    if (ticks === 2 || close === -1 || close - at > limit) {
      return ticks === 3 ? { kind: "code", from: at + 3, to: source.length, end: source.length } : undefined;
    }
    return { kind: "code", from: at + ticks, to: close, end: close + ticks };
  }
  const closer = CLOSERS[sign];
  if (closer === undefined || LETTER.test(source[at - 1] ?? " ")) return undefined;
  const most = Math.min(source.length, at + MAX_QUOTED);
  for (let end = at + 1; end < most; end += 1) {
    const here = source[end]!;
    if (here === "\n") return undefined;
    if (here !== closer && !(sign === "‘" && here === "'")) continue;
    // An apostrophe inside a quotation in single quotes.
    if ((sign === "'" || sign === "‘") && LETTER.test(source[end + 1] ?? " ")) continue;
    if (end === at + 1) return undefined;
    return { kind: "quote", from: at + 1, to: end, end: end + 1 };
  }
  return undefined;
}

/** Whether a character that is usually punctuation starts a name here, as in `.env`, `(x)` or `:has`. */
function startsPiece(source: string, at: number): boolean {
  const [sign, next] = [source[at]!, source[at + 1] ?? " "];
  if (sign === ".") return LETTER.test(next) && !LETTER.test(source[at - 1] ?? " ");
  return sign === ":" && source[at + 1] === ":" && LETTER.test(source[at + 2] ?? " ");
}

function pieceEnd(source: string, from: number): number {
  let end = from + 1;
  let depth = "([{<".includes(source[from]!) ? 1 : 0;
  // Inside a call or an object literal, blanks belong to the token until the closing bracket.
  let call = -1;
  while (end < source.length) {
    const sign = source[end]!;
    const inCall = call !== -1 && depth > 0 && sign !== "\n" && end < call + MAX_CALL_LENGTH;
    if (!PIECE.test(sign) && !inCall) {
      if (call !== -1 && depth > 0) end = call;
      break;
    }
    if ("([{".includes(sign)) {
      if (call === -1 && end > from + 1 && depth === 0) call = end;
      depth += 1;
    }
    if (")]}".includes(sign)) {
      if (depth === 0) break;
      depth -= 1;
    }
    end += 1;
  }
  const trailing = source[from] === "<" ? ".:'’*~^|=&" : ".:'’*~^|=<>&";
  while (end > from + 1 && trailing.includes(source[end - 1]!)) end -= 1;
  return source[end] === "." && ABBREVIATED.test(source.slice(from, end)) ? end + 1 : end;
}

const CONTRACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cannot: "can not",
    "can't": "can not",
    cant: "can not",
    "won't": "will not",
    wont: "will not",
    "shan't": "shall not",
    dont: "do not",
    doesnt: "does not",
    didnt: "did not",
    isnt: "is not",
    arent: "are not",
    wasnt: "was not",
    werent: "were not",
    hasnt: "has not",
    havent: "have not",
    hadnt: "had not",
    shouldnt: "should not",
    couldnt: "could not",
    wouldnt: "would not",
    neednt: "need not",
    mustnt: "must not",
    "let's": "let us",
    lets: "let us",
    "ain't": "is not",
    im: "i am",
    ive: "i have",
    thats: "that is",
    whats: "what is",
    wheres: "where is",
    theres: "there is",
    youre: "you are",
    pls: "please",
    plz: "please",
    plss: "please",
    u: "you",
    ur: "your",
    w: "with",
    "w/o": "without",
    "w/": "with",
    bc: "because",
    cuz: "because",
    tho: "though",
    gonna: "going to",
    wanna: "want to",
    gotta: "got to",
  }),
);
const ENDINGS: readonly (readonly [string, string])[] = [
  ["n't", "not"],
  ["'re", "are"],
  ["'ve", "have"],
  ["'ll", "will"],
  ["'d", "would"],
  ["'m", "am"],
];
const BEFORE_IS = wordSet(
  "it that this there here where what who how why he she everything nothing something everyone",
);

function addPiece(
  source: string,
  start: number,
  end: number,
  add: (kind: TokenKind, word: string, start: number, end: number) => void,
): void {
  const piece = source.slice(start, end);
  const bold = piece.replaceAll(/^\*+|\*+$/gu, "");
  const plain = bold.toLowerCase().replaceAll("’", "'");
  const parts = CONTRACTIONS.get(plain);
  if (parts !== undefined) {
    for (const part of parts.split(" ")) add("word", part, start, end);
    return;
  }
  if (NUMBER.test(bold)) return add("number", plain, start, end);
  if (plain.length === 0 || !PLAIN_WORD.test(bold)) return addNonWord(source, start, end, add);
  if (isName(bold)) return add("name", plain, start, end);
  for (const [ending, second] of ENDINGS) {
    if (!plain.endsWith(ending) || plain.length === ending.length) continue;
    add("word", plain.slice(0, -ending.length), start, end);
    return add("word", second, start, end);
  }
  if (plain.endsWith("'s") && BEFORE_IS.has(plain.slice(0, -2))) {
    add("word", plain.slice(0, -2), start, end);
    return add("word", "is", start, end);
  }
  add("word", plain, start, end);
}

/** Code, paths, mentions and emoji, and plain words joined by a slash or a bracket. */
function addNonWord(
  source: string,
  start: number,
  end: number,
  add: (kind: TokenKind, word: string, start: number, end: number) => void,
): void {
  const piece = source.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(piece)) return;
  const inner = /^[([{]*/u.exec(piece)![0].length;
  if (inner > 0) return addBracketed(source, start, end, inner, add);
  add("name", piece.toLowerCase(), start, end);
}

function addBracketed(
  source: string,
  start: number,
  end: number,
  inner: number,
  add: (kind: TokenKind, word: string, start: number, end: number) => void,
): void {
  let close = end;
  while (close > start + inner && ")]}".includes(source[close - 1]!)) close -= 1;
  add("mark", "(", start, start + inner);
  if (close > start + inner) addPiece(source, start + inner, close, add);
  if (close < end) add("mark", ")", close, end);
}

/** `camelCase`, `PascalCase`, `SHOUTED_NAMES` and acronyms of three letters or more. */
const isName = (word: string): boolean =>
  /\p{Ll}-?\p{Lu}/u.test(word) || (/^\p{Lu}{2,6}s?$/u.test(word) && !SHOUTED_WORDS.has(word.toLowerCase()));

const SHOUTED_WORDS = wordSet(
  "not never no always do dont all any must and or only this the use is are be stop please why again every in on at imo imho tbh btw fyi nit nits afaik afaict iirc lgtm wdyt fwiw nb ps ok hmm wtf ffs eg ie etc vs add fix",
);
