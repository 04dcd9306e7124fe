import table from "./standing-instruction.json" with { type: "json" };
import { readOrder } from "./standing-order.ts";
import { tagWords, type Word } from "./tagged-words.ts";
import { tokenize } from "./tokens.ts";

const ENDS = new Set([".", "?", "!", ";"]);

const MAX_WORDS = 60;

/** An instruction that a person gave once and for all. */
export interface StandingInstruction {
  /** The instruction as one imperative sentence, in the speaker's words. */
  readonly text: string;
  /** Offsets of the sentence that contains it. */
  readonly start: number;
  readonly end: number;
  /** Whether the words say that it lasts ("from now on", "in this repo"), rather than only "always" or "never". */
  readonly isExplicit: boolean;
}

/** A cheap check: texts without any of these words contain no standing instruction. */
const MAY_INSTRUCT =
  /\b(?:always|never|ever|remember|mind|future|forward|now on|here on|point on|today|starting|henceforth|time|times|rule|habit|note|memo|reminder|convention|circumstances|exception|default|general|every|each|all|any|must|we|whenever|before|after|record|again|this|our|no)\b/i;
const LASTING =
  /\b(?:from now on|from here on|from this point|from today|going forward|moving forward|henceforth|in (?:the )?future|as of now|starting now|remember|keep in mind|rule|again|in (?:this|our) (?:repo|repository|project|codebase|team|company|monorepo|org)|for future)\b/i;
const MAX_READ = 4_000;
const MAX_LENGTH = 260;

/**
 * The first standing instruction of a text: "never commit to main", "from now on write it in English", "in this repo
 * we use pnpm". Tasks, reports, quotations and questions do not count.
 */
export function standingInstruction(text: string): StandingInstruction | undefined {
  const read = text.slice(0, MAX_READ);
  if (!MAY_INSTRUCT.test(read)) return undefined;
  const words = tagWords(tokenize(read));
  for (const { words: sentence, end } of sentencesIn(words, read)) {
    if (end === "?" || isOneOff(sentence)) continue;
    const order = readOrder(sentence, read);
    if (order === undefined || order.length > MAX_LENGTH) continue;
    const [start, last] = [sentence[0]!.start, sentence.at(-1)!.end];
    return { text: order, start, end: last, isExplicit: LASTING.test(read.slice(start, last)) };
  }
  return undefined;
}

/** Whether a sentence is about one task or occasion, or is not meant seriously. */
function isOneOff(words: readonly Word[]): boolean {
  const sentence = ` ${words.map(({ word }) => word).join(" ")} `;
  return [...table.once, ...table.doubted].some((phrase) => sentence.includes(` ${phrase} `));
}

interface SourceSentence {
  readonly words: readonly Word[];
  /** The mark that ends it, or nothing. */
  readonly end: string;
}

/** The speaker's own sentences, without quoted lines and overlong sentences. */
function sentencesIn(words: readonly Word[], text: string): readonly SourceSentence[] {
  const sentences: SourceSentence[] = [];
  let from = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at];
    const isMark = word?.part === "mark" && ENDS.has(word.word);
    const isBroken =
      at > from && word !== undefined && text.slice(words[at - 1]!.end, word.start).includes("\n");
    if (word !== undefined && !isMark && !isBroken) continue;
    const part = words.slice(from, at);
    if (part.length > 0 && part.length <= MAX_WORDS && !isQuotedLine(text, part[0]!.start)) {
      sentences.push({ words: part, end: isMark ? word.word : "" });
    }
    from = isMark ? at + 1 : at;
  }
  return sentences;
}

/** "> never do this" quotes somebody else. */
function isQuotedLine(text: string, start: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return line.trimStart().startsWith(">");
}
