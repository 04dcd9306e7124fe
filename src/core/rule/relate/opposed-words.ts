import { compareRules } from "./compare-rules.ts";
import { readMentions } from "./read-mentions.ts";
import { splitRule } from "./rule-words.ts";

/** A word or phrase of a text, and whether the text asks for it or speaks against it. */
export interface Polarity {
  readonly text: string;
  /** What it is compared by: a setting, a concept or the word's stem. */
  readonly topic: string;
  readonly asks: boolean;
}

export interface OpposedWords {
  /** Words one text asks for and the other speaks against. */
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly topic: string }[];
  /** Share of the lesser text's words that the other speaks of as well, in whatever sense, 0 to 1. */
  readonly overlap: number;
}

const MOST_PAIRS = 12;
const MOST_POLARITIES = 200;

/** What a text, a rule or a review comment, asks for and what it speaks against. */
export function readPolarity(text: string): readonly Polarity[] {
  return readMentions(splitRule(text))
    .filter(({ role }) => role === "duty")
    .slice(0, MOST_POLARITIES)
    .map((each) => ({ text: each.text, topic: each.topic, asks: each.sign === 1 }));
}

/** Where two texts contradict each other, and how much they speak of the same at all. */
export function opposedWords(a: string, b: string): OpposedWords {
  const ofA = readMentions(splitRule(a));
  const ofB = readMentions(splitRule(b));
  const { clashes, opposed } = compareRules({ mentions: ofA }, { mentions: ofB });
  const topicsA = new Set(ofA.map(({ topic }) => topic));
  const topicsB = new Set(ofB.map(({ topic }) => topic));
  const common = [...topicsA].filter((topic) => topicsB.has(topic)).length;
  const lesser = Math.min(topicsA.size, topicsB.size);
  return {
    pairs: [...clashes, ...opposed]
      .slice(0, MOST_PAIRS)
      .map((pair) => ({ a: pair.a.text, b: pair.b.text, topic: pair.a.topic })),
    overlap: lesser === 0 ? 0 : common / lesser,
  };
}
