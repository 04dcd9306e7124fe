import { createPhraseTable, type PhraseHit } from "./phrase-table.ts";
import type { Sentence } from "./sentence.ts";
import type { Word } from "./words.ts";

/** Wording of answers, thanks, praise and talk about the review itself. */
const REPLIES = createPhraseTable([
  "done|fixed|acknowledged|ack|acked|agreed|removed|added|updated|renamed|moved|reverted|addressed|resolved|changed|oops|yep|yup|yes|sure|okay|ok|nope|indeed|exactly",
  "thanks|thank|thx|ty|cheers",
  "good|nice|great catch|point|idea|find|spot|question|job|work|one|stuff",
  "makes|make sense",
  "will do|fix|change|add|update|remove|address|take|look|check|rename|move",
  "i'll|i've|we'll",
  "i have|did|will|had|added|removed|changed|fixed|moved|kept|renamed|updated|left|used|tried|can|agree|just",
  "let me",
  "my bad|mistake|fault",
  "lgtm|sgtm|wfm|+1|r+",
  "looks|look|sounds|seems good|great|fine|nice|ok|reasonable",
  "love|like this|it|that|the|how",
  "nice|awesome|great|cool|neat|excellent|perfect|beautiful|wow|haha|lol|well",
  "sorry",
  "see above|below|my|other|the",
  "cc",
  "ship it",
  "no comment|comments|objection|objections|worries|problem",
]);

const OPENING_REPLIES = createPhraseTable([
  "done|fixed|acknowledged|ack|agreed|removed|updated|addressed|yep|yup|yes|yeah|sure|okay|ok|nope|indeed|exactly|right|true|thanks|thank",
  "good|nice|great catch|point|idea|find|spot|question",
  "makes sense",
  "will do|fix|change|add|update|remove|address",
  "i'll|i've",
  "my bad|mistake",
  "i'd say yes|no|yes",
  "no ,",
]);

export const findReplies = (words: readonly Word[]): PhraseHit | undefined => REPLIES.first(words);

const ANSWERING = createPhraseTable([
  "will do|fix|change|add|update|remove|address",
  "you're|you are? right|correct",
  "i'll",
  "i|we have|just? fixed|changed|updated|removed|renamed|pushed|addressed|added|moved",
]);

/** True when the comment answers somebody: it opens so, or one of its sentences promises or reports. */
export function isAnswer(words: readonly Word[], sentences: readonly Sentence[]): boolean {
  const [first] = sentences;
  if (first === undefined) return false;
  if (OPENING_REPLIES.at(words, first.from) !== undefined) return true;
  return sentences.some(({ clauses }) => clauses.some((clause) => ANSWERING.at(words, clause) !== undefined));
}
