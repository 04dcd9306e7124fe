// Makes src/core/english/lexicon.json from the word lists of the package compromise (MIT): which English words can be
// verbs and which adjectives. Only the lists are shipped, because loading the package costs more than a hook may take.
import { writeFileSync } from "node:fs";
import nlp from "compromise/two";

interface Model {
  readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> };
  readonly two: { readonly switches: Readonly<Record<string, string>> };
}

const { one, two } = nlp.model() as unknown as Model;
const PLAIN = /^[a-z]+$/;
const words = Object.entries(one.lexicon)
  .filter(([word]) => PLAIN.test(word))
  .map(([word, tags]) => ({ word, tags: [tags].flat() }));
const switches = Object.entries(two.switches).filter(([word]) => PLAIN.test(word));
const tagged = (tag: string): readonly string[] =>
  words.filter(({ tags }) => tags.includes(tag) && !tags.includes("PhrasalVerb")).map(({ word }) => word);
const switching = (...kinds: readonly string[]): readonly string[] =>
  switches.filter(([, kind]) => kinds.includes(kind)).map(([word]) => word);
const line = (...lists: readonly (readonly string[])[]): string =>
  [...new Set(lists.flat())].toSorted().join(" ");

writeFileSync(
  new URL("../src/core/english/lexicon.json", import.meta.url),
  `${JSON.stringify(
    {
      verbs: line(tagged("Infinitive")),
      nounsOrVerbs: line(switching("Noun|Verb", "Actor|Verb", "Person|Verb")),
      adjectivesOrVerbs: line(switching("Adj|Present")),
      adjectives: line(tagged("Adjective"), switching("Adj|Noun")),
      adverbs: line(tagged("Adverb")),
    },
    null,
    2,
  )}\n`,
);
