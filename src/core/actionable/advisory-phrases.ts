import { wordSet } from "../text/word-set.ts";
import { createPhraseTable, type PhraseHit } from "./phrase-table.ts";
import type { CommentWord } from "./read-text.ts";

const GOOD =
  "good|nice|nicer|great|better|best|useful|helpful|handy|cleaner|clearer|simpler|easier|ideal|cool|worth|worthwhile|awesome|preferable|safer|wise|interesting|more|beneficial|sensible|advisable|lovely|neat|desirable|fine|enough|less|appropriate";

/** Wording that leaves it to the reader whether to make the change. One phrase a line; see `createPhraseTable`. */
const ADVISORY_PHRASES = [
  "maybe",
  "perhaps",
  "mayhaps",
  "possibly",
  "probably",
  "arguably",
  "consider",
  "worth considering",
  "have|did you considered|consider",
  "think|thinking|thought|thoughts about|on|of",
  "any thoughts",
  "thoughts ?",
  "might|may|could|you'd also|just|even|still? want|like|need|wish|prefer to?",
  "might|may|could|would|will|it'd|that'd|should not|also|even|just|probably|still|really|actually|indeed? be also|even|much|a|far|slightly|very|really|probably|probaly|so|more? bit|lot|little? " +
    GOOD,
  "might|may|could|would well? make more|better|some? sense",
  "might|may as well",
  "makes? more|better sense",
  "does it make sense to",
  "might|may be a? better|good|cleaner|nicer|simpler idea|option|choice|way|place|fit",
  "might|may|could help to",
  "you might",
  "should|could|can|would also|really? probably|maybe|perhaps|possibly|likely|ideally",
  "probably should|could|want|needs|need|be",
  "what|wdyt do|would? you? think|say",
  "wdyt",
  "just me",
  "just my opinion|preference|taste|2c",
  "my two cents",
  "not entirely|really|quite|too|100%|so? sure|certain|convinced if|whether|about|that|this|we|it",
  "i'm|am|im unsure|undecided",
  "wonder|wondering|wondered if|whether|about|why",
  "i|we'd guess|suppose",
  "i feel like|that|this|it|we",
  "could|can|would be improved",
  "could|can|might be better",
  "needs|need improvement",
  "if you want|like|prefer|wish|feel",
  "if you'd like|prefer|rather",
  "feel free",
  "up to you",
  "your call",
  "no strong opinion|feelings|preference",
  "not a? blocker|blocking",
  "worth adding|having|using|moving|making|extracting|checking|mentioning|noting|documenting|doing|looking|renaming|splitting|a|the|to",
  "is|it's|are|be better|nicer|cleaner|clearer|preferable to|if|when",
  "in an? ideal world",
  "ideally",
  "food for thought",
  "for future|later consideration|improvement",
  "would|could it be better|possible|nicer|cleaner|useful|worth|ok|good|sensible|easier|simpler|more|an|a",
  "would it make sense",
  "wouldn't|isn't|won't|wouldnt it|this|that not? be? better|nicer|cleaner|easier|simpler|safer|clearer|more|make",
  "would love to",
];

const table = createPhraseTable(ADVISORY_PHRASES);

/** Advisory phrases in a range, without those that only look like one. */
export function findAdvisory(words: readonly CommentWord[], from: number, to: number): readonly PhraseHit[] {
  return table.all(words, from, to).filter((hit) => !isOtherMeaning(words, hit));
}

/** "we consider it final", "I would like to thank you" and "you might end up with two" are not advice. */
function isOtherMeaning(words: readonly CommentWord[], hit: PhraseHit): boolean {
  const before = words[hit.from - 1]?.text ?? "";
  const after = words[hit.to]?.text ?? "";
  if (hit.phrase === "consider")
    return REGARDING.has(before) && !ADVISING.has(words[hit.from - 2]?.text ?? "");
  if (hit.phrase === "you might") return !(CHANGE_AFTER_MIGHT.has(after) || after === "");
  if (hit.phrase === "probably" || hit.phrase === "possibly") return !PROBABLY_CHANGE.has(after);
  return false;
}

const REGARDING = wordSet("i i'd we they he she it people you'd who which that would");
const ADVISING = wordSet("should could can shall might may");
const CHANGE_AFTER_MIGHT = wordSet(
  "want wanna consider need like try use prefer add move rename replace remove wish make change also just be",
);
const PROBABLY_CHANGE = wordSet(
  "should could needs need want best better be use move rename remove add make easier cleaner worth a",
);
