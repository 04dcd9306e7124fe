import { MASK } from "./mask-text.ts";

type WordKind = "word" | "code" | "quote" | "substitution" | "suggestion" | "arrow" | "block" | "mark";

/** A word of prose, a masked run of something else, or one punctuation mark; offsets are the text's own. */
export interface Word {
  readonly kind: WordKind;
  /** Lower case, straight apostrophes, contractions spelled with theirs; the mark itself for marks. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A line break lies between the previous word and this one; two where a paragraph ends. */
  readonly breaks: 0 | 1 | 2;
  /** What a masked run stands for, without its delimiters; empty for prose and for long runs. */
  readonly exact: string;
  readonly capital: boolean;
  /** All capitals: an acronym, a method or a keyword rather than a word. */
  readonly shouted: boolean;
}

/** Splits a masked text into words; the original, of the same length, tells what was masked. */
export function splitWords(masked: string, original: string): readonly Word[] {
  const words: Word[] = [];
  let previousEnd = 0;
  for (const match of masked.matchAll(WORD)) {
    const raw = match[0];
    const start = match.index;
    const kind = kindOf(raw);
    words.push({
      kind,
      text: kind === "word" ? plain(raw) : kind === "mark" ? raw : "",
      start,
      end: start + raw.length,
      breaks: breaksBetween(masked, previousEnd, start),
      exact:
        kind === "code" && raw.length <= 80
          ? original.slice(start, start + raw.length).replaceAll("`", "")
          : "",
      capital: /^\p{Lu}/u.test(raw),
      shouted: raw.length > 1 && /^\p{Lu}+$/u.test(raw),
    });
    previousEnd = start + raw.length;
  }
  return words;
}

const WORD = /\uE000+|\uE001+|\uE002+|\uE003+|\uE004+|\uE005+|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s]/gu;

const KIND_OF_MASK: Readonly<Record<string, WordKind>> = {
  [MASK.code]: "code",
  [MASK.quote]: "quote",
  [MASK.substitution]: "substitution",
  [MASK.suggestion]: "suggestion",
  [MASK.arrow]: "arrow",
  [MASK.block]: "block",
};

function kindOf(raw: string): WordKind {
  const first = raw[0]!;
  if (first >= "\uE000" && first <= "\uE005") return KIND_OF_MASK[first] ?? "code";
  return /^[\p{L}\p{N}]/u.test(raw) ? "word" : "mark";
}

const CONTRACTIONS: ReadonlyMap<string, string> = new Map([
  ["dont", "don't"],
  ["doesnt", "doesn't"],
  ["isnt", "isn't"],
  ["arent", "aren't"],
  ["cant", "can't"],
  ["cannot", "can't"],
  ["shouldnt", "shouldn't"],
  ["couldnt", "couldn't"],
  ["wouldnt", "wouldn't"],
  ["didnt", "didn't"],
  ["im", "i'm"],
  ["ive", "i've"],
  ["lets", "let's"],
  ["thats", "that's"],
  ["pls", "please"],
  ["plz", "please"],
  ["plese", "please"],
  ["mabye", "maybe"],
  ["u", "you"],
]);

function plain(raw: string): string {
  const lower = raw.toLowerCase().replaceAll("’", "'");
  return CONTRACTIONS.get(lower) ?? lower;
}

function breaksBetween(text: string, from: number, to: number): 0 | 1 | 2 {
  const first = text.indexOf("\n", from);
  if (first === -1 || first >= to) return 0;
  const second = text.indexOf("\n", first + 1);
  return second === -1 || second >= to ? 1 : 2;
}
