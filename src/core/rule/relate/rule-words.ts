import { wordSet } from "../../text/word-set.ts";
import irregular from "./irregular-words.json" with { type: "json" };
/** A word of a rule, or a mark. */
export interface RuleWord {
  /** The stem by which words are compared; empty for marks. */
  readonly stem: string;
  /** The word in lower case, or the mark. */
  readonly text: string;
  /** `strong` ends a statement, `weak` a part of one. */
  readonly mark?: "strong" | "weak";
}

/** Longer texts are truncated, since rules say early what they are about. */
const MAX_TEXT = 4_000;

const PIECE = /[\p{L}\p{N}]+(?:'[\p{L}]+)?|===?|@\/|[.,:;!?()—–-]|%/gu;
/** Names of languages with special characters. */
const SIGNED_NAMES = /\b[cf]#|\bc\+\+|\.net\b/giu;
const SPELLED: Readonly<Record<string, string>> = {
  "c#": "csharp",
  "f#": "fsharp",
  "c++": "cpp",
  ".net": " dotnet",
};

/** Bullets at the start of a line, which end the previous statement. */
const BULLET = /^[ \t]*(?:[*+-]|[0-9]{1,3}[.)])[ \t]/gmu;
const AFTER_ANY = wordSet(
  "in for unless type types as or without where except and to whenever if when is are at instead",
);

const BEFORE_OTHER_ANY = wordSet("add write create introduce install make have if without");

/** Splits a rule into stems and marks, ignoring Markdown and layout. */
export function splitRule(text: string): readonly RuleWord[] {
  const plain = text
    .slice(0, MAX_TEXT)
    .normalize("NFKC")
    .replaceAll("’", "'")
    .replace(BULLET, "; ")
    .replace(SIGNED_NAMES, (name) => SPELLED[name.toLowerCase()] ?? name)
    .replace(/[*`_#~>"“”]/gu, " ");
  const words: RuleWord[] = [];
  for (const match of plain.matchAll(PIECE)) {
    const piece = match[0];
    const mark = markOf(plain, piece, match.index);
    if (mark === "none") continue;
    if (mark === "word")
      words.push(plain[match.index - 1] === "." && piece === "then" ? CALL : wordOf(piece));
    else if (words.length > 0) words.push({ stem: "", text: piece, mark });
  }
  return words.map((word, at) => (word.text === "any" ? anyWord(word, words[at - 1], words[at + 1]) : word));
}

/** `any` is the type if it does not belong to the next word. */
function anyWord(word: RuleWord, before: RuleWord | undefined, next: RuleWord | undefined): RuleWord {
  if (BEFORE_OTHER_ANY.has(before?.text ?? "")) return word;
  const isType = next === undefined || next.mark !== undefined || AFTER_ANY.has(next.text);
  return isType ? { stem: stemOf("anytype"), text: "any" } : word;
}

/** `.then` is a call, unlike the word. */
const CALL: RuleWord = { stem: "thencall", text: ".then" };

function wordOf(piece: string): RuleWord {
  if (piece === "===") return { stem: "strictequal", text: piece };
  if (piece === "==") return { stem: "looseequal", text: piece };
  if (piece === "@/") return { stem: "aliasimport", text: piece };
  if (piece === "%") return { stem: "percent", text: piece };
  const text = piece.toLowerCase();
  return { stem: stemOf(text), text };
}

function markOf(text: string, piece: string, at: number): "strong" | "weak" | "word" | "none" {
  switch (piece) {
    case ",":
    case ":":
    case "(":
    case ")":
      return /\s/u.test(text[at + piece.length] ?? " ") || piece === "(" || piece === ")" ? "weak" : "none";
    case ".":
    case "!":
    case "?":
      return /[\s)]/u.test(text[at + 1] ?? " ") && !isAbbreviation(text, at) ? "strong" : "none";
    case "-":
      return /\s/u.test(text[at + 1] ?? " ") && /\s/u.test(text[at - 1] ?? " ") ? "strong" : "none";
    case ";":
    case "—":
    case "–":
      return "strong";
    default:
      return "word";
  }
}

function isAbbreviation(text: string, at: number): boolean {
  return (
    /^(?:\W?e\.g|\W?i\.e|etc|\Wvs)$/iu.test(text.slice(Math.max(0, at - 3), at)) ||
    /^[ve]\.[a-z]$/iu.test(text.slice(at - 3, at))
  );
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(irregular));

/** A light stemmer: removes plural, -ing, -ed, -ion and a final e, and undoubles the last consonant. */
export function stemOf(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined) return dropE(known);
  let stem = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (/\p{N}/u.test(stem) || stem.length < 4)
    return stem.length === 3 && stem.endsWith("s") && !stem.endsWith("ss") && !stem.endsWith("us")
      ? stem.slice(0, -1)
      : dropE(stem);
  if (stem.endsWith("ies") && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/u.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith("s") && !/(?:ss|us|is)$/u.test(stem)) stem = stem.slice(0, -1);
  if (stem.endsWith("ing") && stem.length > 5) stem = undouble(stem.slice(0, -3));
  else if (stem.endsWith("ied") && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith("ed") && stem.length > 4) stem = undouble(stem.slice(0, -2));
  else if (/[ts]ion$/u.test(stem) && stem.length > 6) stem = stem.slice(0, -3);
  else if (stem.endsWith("ly") && stem.length > 5) stem = stem.slice(0, -2);
  return dropE(stem);
}

const dropE = (stem: string): string => (stem.length > 3 && stem.endsWith("e") ? stem.slice(0, -1) : stem);

function undouble(stem: string): string {
  const last = stem.at(-1);
  return last !== undefined && last === stem.at(-2) && !"lsaeiou".includes(last) ? stem.slice(0, -1) : stem;
}
