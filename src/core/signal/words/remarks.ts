import type { Act } from "./act.ts";
import type { SpelledSentence } from "../../english/spelled-sentences.ts";

/** Introduces new work, information or the writer's plans. */
const HANDS_OVER =
  /^(?:(?:okay|and|so|also|now) )*(?:fyi|for (?:reference|context|the record|now|the)|just so you know|btw|by the way|as discussed|next|on to|over to|moving on|onto|then|remember|note|reminder|background|context|as for|option|version|in case|from now on|(?:the |my )?next (?:step|thing|task|one)|today|tomorrow|later|let us|cc|here is|here are|i am off)(?= |$)/;
/** The subject is the writer or other people. */
const OWN_SUBJECT =
  /^(?:(?:okay|and|so|but|also|now|hm+|well) (?:, )?)*(?:i|we|my|our|us|me|you|they|he|she|someone|customers?|users|clients?|people|players?|everyone|yes|sure|thanks|thank|please|one commit|only|just|both|neither|either|if|when|what|which|how|who|can|could|should|would|is|are|does|do|did|not|no|as|because|since)(?= |$)/;
const SPECIFIES =
  /(?<![^ ])(?:should|must|shall|needs?|wants?|will|would|may|might|please|want|requirement|requirements|optional|max|min|default|todo|goal|later|tomorrow|yet to|planned|feature|supports?|allowed|deadline|owner|located|called|named|ready|uploaded|LINK)(?![^ ])/;
const INFORMS =
  /(?<![^ ])(?:not (?:a problem|a big deal|an issue|important|urgent|a blocker)|(?:is|are) (?:at|in|on|for|about|from|our|my|already|done|part|read only|fine|okay|good|great|up|running|complete|finished|expected|intentional|overdue|enough)|uses|fine|okay|well|merged|deployed|approved)(?![^ ])/;
const STATES_FACT =
  /(?<![^ ])(?:is|are|was|were|has|have|does|do|did|go|goes|get|come|become|show|open|appear|look|stay|land|[a-z]{2,14}(?<!s|u|i|thi|alway|les)s)(?= )/;
/** An instruction. */
const DIRECTS =
  /(?:^|, |: |so |and )(?:(?:so|and|please|also|then) )*(?:look|see|use|grey|gray|add|show|make|put|keep|do|take|check|read|write|start|set|let|give|go|skip|plan|include|bear|find|list|have|tell|send)(?= )/;
const POINTS_AT =
  /^(?:(?:and|but|now|also|hm+|so|no|wow) (?:, )?)*(?:the|it|its|this|that|these|those|every|half|all|(?!merging|shipping|moving|looking|going|working|thinking|closing|approving|deploying|pushing|during|according|regarding|nothing|everything|something|morning|starting|using|adding|testing)[a-z]{2,12}ing)(?= )/;
const LONGEST = 160;
const MOST_SENTENCES = 3;

function describes(text: string): boolean {
  return (
    text.length <= LONGEST &&
    !HANDS_OVER.test(text) &&
    !OWN_SUBJECT.test(text) &&
    !SPECIFIES.test(text) &&
    !DIRECTS.test(text) &&
    STATES_FACT.test(text)
  );
}

const SAYS_ITSELF =
  /^(?:and |which |so )?(?:it does|this|that|which|ci)(?= )|(?<![^ ])(?:anyway|too|as well|green)$|(?<![^ ])(?:that|this|it)(?: is| was| has| had| will| [a-z]+ed| makes| helps| explains| answers)(?= )/;

const LIKES: ReadonlySet<Act["kind"]> = new Set<Act["kind"]>(["praise", "progress", "approval"]);

/** After praise, a statement about something else means that it is not as it should be. */
export function findLeftover(
  acts: readonly Act[],
  praise: readonly Act[],
  sentences: readonly SpelledSentence[],
): Act | undefined {
  const last = praise[0]!;
  const goesOn = sentences.some(
    (each) =>
      each.isItem ||
      HANDS_OVER.test(each.text) ||
      each.clauses.some(({ text }) => /^(?:next|moving on|on to|onto)(?= |$)/.test(text)),
  );
  if (acts.some((act) => act.kind === "request" || act.kind === "question")) return undefined;
  if (goesOn || sentences.length > MOST_SENTENCES + 1) return undefined;
  const taken = new Set(
    acts
      .filter(
        (act) =>
          ["request", "question", "approval", "praise", "progress"].includes(act.kind) &&
          !(act.kind === "praise" && act.weight === "weak"),
      )
      .map((act) => act.sentence),
  );
  const praised = sentences[last.sentence]!;
  const beside = praised.clauses.find(
    (clause) =>
      clause.from > last.to &&
      /^[,:–—-]$/.test(clause.joint) &&
      !acts.some((act) => act.sentence === last.sentence && LIKES.has(act.kind) && act.to > clause.from) &&
      describes(clause.text) &&
      !SAYS_ITSELF.test(clause.text) &&
      !INFORMS.test(clause.text),
  );
  if (beside !== undefined && !praised.isQuestion)
    return { kind: "complaint", weight: "weak", sentence: last.sentence, from: beside.from, to: beside.to };
  for (const [index, sentence] of sentences.entries()) {
    if (index <= last.sentence || taken.has(index) || sentence.isQuestion) continue;
    if (describes(sentence.text) && !SAYS_ITSELF.test(sentence.text))
      return { kind: "complaint", weight: "weak", sentence: index, from: 0, to: sentence.text.length };
  }
  return undefined;
}

/** A short remark on how something behaves, without a request or approval, is a complaint. */
export function findRemark(sentences: readonly SpelledSentence[]): Act | undefined {
  const [first] = sentences;
  if (first === undefined || sentences.length > MOST_SENTENCES) return undefined;
  if (sentences.some((each) => each.isQuestion || each.isItem || HANDS_OVER.test(each.text)))
    return undefined;
  const { text } = first;
  if (!describes(text) || INFORMS.test(text) || sentences.some((each) => SPECIFIES.test(each.text)))
    return undefined;
  const commas = sentences.reduce((sum, each) => sum + each.text.split(" , ").length - 1, 0);
  if (commas > 1 || !POINTS_AT.test(text)) return undefined;
  return { kind: "complaint", weight: "weak", sentence: 0, from: 0, to: text.length };
}
