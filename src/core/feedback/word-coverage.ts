import { topicsIn } from "../english/leaning.ts";

/**
 * How much of what a query names each text names too, from 0 to 1. Synonyms and other forms of a word count as the same, and
 * words that few of the texts have count more.
 */
export function wordCoverage(query: string, texts: readonly string[]): readonly number[] {
  const wanted = [...new Set(topicsIn(query))];
  const named = texts.map((text) => new Set(topicsIn(text)));
  const weights = wanted.map((topic) => {
    const holders = named.filter((topics) => topics.has(topic)).length;
    return Math.log(1 + texts.length / (1 + holders));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return named.map((topics) =>
    all === 0 ? 0 : wanted.reduce((sum, topic, at) => sum + (topics.has(topic) ? weights[at]! : 0), 0) / all,
  );
}
