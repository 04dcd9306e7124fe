import type { SpelledToken } from "./spelled-tokens.ts";

/** Part of a sentence between commas, dashes and joining words. */
export interface SpelledClause {
  /** Offsets in the sentence's text, after the conjunction and fillers. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The conjunction or mark before it; empty for the first. */
  readonly joint: string;
}

export interface SpelledSentence {
  /** The tokens spelled out, with one space between them. */
  readonly text: string;
  readonly isQuestion: boolean;
  /** Written as an item of a list. */
  readonly isItem: boolean;
  readonly clauses: readonly SpelledClause[];
  /** Maps a range of columns to offsets in the original text. */
  readonly spanOf: (from: number, to: number) => { readonly start: number; readonly end: number };
}

const CLOSING: ReadonlySet<string> = new Set([".", "!", "?", ";", "..", "...", "…", "。", "！", "？", "；"]);
/** An emoji can end a sentence. */
const PICTURE = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)$/u;
const isClosing = (text: string): boolean =>
  CLOSING.has(text) || (!/^[\d#*©®™]/.test(text) && PICTURE.test(text));
const BULLETS: ReadonlySet<string> = new Set(["-", "*", "•", "+", "–"]);
/** Bounds the cost of expressions; nobody writes longer sentences. */
const MAX_SENTENCE_TOKENS = 120;
const WRAPPED_AT = 60;

/** Splits tokens into sentences. Every token except closing marks and bullets is in exactly one. */
export function splitSentences(tokens: readonly SpelledToken[]): readonly SpelledSentence[] {
  const sentences: SpelledSentence[] = [];
  let from = 0;
  let isItem = false;
  let lineStart = 0;
  const close = (to: number, isQuestion: boolean): void => {
    if (to > from) sentences.push(toSentence(tokens.slice(from, to), isQuestion, isItem));
    isItem = false;
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.startsLine) {
      const wrapped =
        at > 0 && tokens[at - 1]!.end - tokens[lineStart]!.start >= WRAPPED_AT && /^[a-z(]/.test(token.text);
      lineStart = at;
      if (!wrapped || BULLETS.has(token.text)) {
        close(at, false);
        from = at;
        const bullet = bulletLength(tokens, at);
        if (bullet > 0) {
          isItem = true;
          from = at + bullet;
        }
      }
    }
    if (isClosing(token.text)) {
      if (at >= from) {
        close(at, endsInQuestion(tokens, at));
        from = at + 1;
      }
    } else if (at - from >= MAX_SENTENCE_TOKENS) {
      close(at, false);
      from = at;
    }
  }
  close(tokens.length, false);
  return sentences;
}

function bulletLength(tokens: readonly SpelledToken[], at: number): number {
  const first = tokens[at]!.text;
  if (BULLETS.has(first)) return 1;
  const second = tokens[at + 1]?.text;
  return /^(?:\d{1,2}|[a-h])$/.test(first) && (second === "." || second === ")") ? 2 : 0;
}

function endsInQuestion(tokens: readonly SpelledToken[], at: number): boolean {
  for (let next = at; next < at + 4; next += 1) {
    const text = tokens[next]?.text;
    if (text === "?" || text === "？") return true;
    if (text === undefined || !isClosing(text)) return false;
  }
  return false;
}

function toSentence(tokens: readonly SpelledToken[], isQuestion: boolean, isItem: boolean): SpelledSentence {
  const columns: number[] = [];
  let text = "";
  for (const token of tokens) {
    if (text !== "") text += " ";
    columns.push(text.length);
    text += token.text;
  }
  const tokenAt = (column: number): SpelledToken => {
    let at = columns.length - 1;
    while (at > 0 && columns[at]! > column) at -= 1;
    return tokens[at]!;
  };
  return {
    text,
    isQuestion,
    isItem,
    clauses: splitClauses(text),
    spanOf: (from, to) => ({ start: tokenAt(from).start, end: tokenAt(Math.max(from, to - 1)).end }),
  };
}

const JOINT =
  /(?:^| )(,|:|-|–|—|\(|\)|\/|\||but|however|except|although|though|because|so|and|then|yet|while|whereas|which means)(?= |$)/g;

function splitClauses(text: string): readonly SpelledClause[] {
  const clauses: SpelledClause[] = [];
  let from = 0;
  let joint = "";
  const push = (to: number): void => {
    const clause = trimmed(text, from, to, joint);
    if (clause !== undefined) clauses.push(clause);
  };
  for (const match of text.matchAll(JOINT)) {
    const isEmpty = text.slice(from, match.index).trim() === "";
    if (!isEmpty) push(match.index);
    // In ", but" the conjunction is the joint, not the comma.
    if (!isEmpty || !MARK.test(match[1]!) || joint === "") joint = match[1]!;
    from = match.index + match[0].length;
  }
  push(text.length);
  return clauses;
}

const MARK = /^\W$/;
const FILLER =
  /^(?:okay|well|so|hey|hi|hello|oh|ah|aha|um|umm|uhh?|hm+|wait|please|and|also|actually|alright|sorry|now|then|claude|anyway|honestly|basically|look|dude|bro|man|guys|again|first|next|finally|additionally|furthermore|lastly|right now|for now|at the moment|currently|overall|in general|i think|i guess|i believe|it seems|seems like|looks like|it looks like|it seems like|it appears|apparently|unfortunately|the problem is that|the problem is|the issue is that|the issue is|i noticed that|i noticed|i see that|note that|also note that|thanks|thank you|to be honest|tbh|imo|maybe|perhaps) /;

function trimmed(text: string, from: number, to: number, joint: string): SpelledClause | undefined {
  let start = from;
  while (start < to && text[start] === " ") start += 1;
  for (let turns = 0; turns < 5; turns += 1) {
    const filler = FILLER.exec(text.slice(start, Math.min(to, start + 40)));
    if (filler === null) break;
    start += filler[0].length;
  }
  return start < to ? { from: start, to, text: text.slice(start, to), joint } : undefined;
}
