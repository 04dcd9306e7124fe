import { wordSet } from "../text/word-set.ts";
import { defined } from "../defined.ts";
import { findAdvisory } from "./advisory-phrases.ts";
import { type Change, type PhraseHit, createPhraseTable } from "./phrase-table.ts";
import { findCommands } from "./find-command.ts";
import { findObligations } from "./find-obligation.ts";
import { findOffers, findReplacements, isBareReplacement } from "./find-offer.ts";
import { readText, type CommentSentence, type CommentWord } from "./read-text.ts";
import type { Span } from "./actionable-feedback.ts";
import { isExact } from "./word-classes.ts";

const ELEMENT =
  "import|imports|include|includes|variable|variables|parameter|parameters|param|params|argument|arguments|arg|args|field|method|function|class|cast|casts|casting|conversion|paren|parens|parenthesis|parentheses|brace|braces|bracket|brackets|semicolon|semicolons|comma|commas|period|colon|space|spaces|whitespace|whitespaces|newline|newlines|line|lines|linebreak|blank|empty|tab|tabs|word|words|comment|comments|check|checks|null|else|if|return|break|continue|call|calls|assignment|assignments|declaration|definition|entry|key|include|header|dependency|change|changes|diff|hunk|file|log|logging|print|prints|printf|debug|code|statement|condition|block|test|constructor|ctor|override|annotation|qualifier|this|self|import|using|include|quote|quotes|dot|slash|letter|character|characters|char|underscore|variable|local|private|public|static|const|throws|exception|catch|try|wrapper|copy|initialization|initialisation|default|directive|type|types|interface|modifier|alias|constant|label|case|import|the|a|in|and|here|now|after|since|because|as|given|with|by|from|at|before|between|on|for";

const SUPERFLUOUS =
  "unused|unneeded|unnecessary|unneccessary|unnecesary|redundant|superfluous|needless|useless|pointless|obsolete|leftover|left-over|stray|extraneous|extra|spurious|duplicate|duplicated|unrelated|trailing|dead|commented-out|unreachable|accidental|unintended|unwanted|unexpected|repeated|surplus|excess";

const MISSABLE =
  "space|spaces|whitespace|newline|newlines|semicolon|comma|period|stop|colon|dot|apostrophe|hyphen|quote|quotes|backtick|backticks|brace|braces|bracket|brackets|paren|parens|parenthesis|docstring|docstrings|javadoc|javadocs|doc|docs|doxygen|kdoc|comment|license|licence|copyright|header|type|return|break|await|import|include|const|final|override|static|tests|test|spec|word|verb|article|the|a|an|null|nil|unlock|close|free|closing|trailing|leading|blank|empty|line|end|space|eol|changelog|release|@code|space|s|letter|default|case|else|annotation|annotations|hint|hints|translation|entry";

/** Defects with only one possible fix. One phrase a line; see `createPhraseTable`. */
const IMPLIED = createPhraseTable([
  `${SUPERFLUOUS} ${ELEMENT}`,
  `${SUPERFLUOUS} @code`,
  `${SUPERFLUOUS}|unneeded and|, ${ELEMENT}`,
  `missing|missed a|an|the|some|another? ${MISSABLE}`,
  `lacks|lacking|without a|an|the|any? docstring|javadoc|comment|license|copyright|newline|semicolon|space`,
  "typo|typos|misspelled|misspelt|mispelled|misspelling|spelling",
  "no need|reason|point to|for|of|in",
  "double space|spaces|newline|blank|semicolon|word|the|comma|slash|negation|negative|import|entry",
  "not|never|no|isn't|aren't|wasn't longer|really|actually|strictly|even|being? used|needed|required|necessary|referenced anymore|here|anywhere|any|at|in|as|now|since|because|,|and|by?",
  "don't|doesn't need this|it|the|a|these|to|that|any|an|@code",
  "commented out code|line|lines|block",
  "debug|debugging leftover|leftovers|print|output|code|statement|log",
  "line|lines is|are? too long",
  "too long line",
  "over|exceeds|longer|more than? @code characters|chars|columns|cols",
  "wrong|bad|incorrect|inconsistent|broken indent|indentation|alignment|copyright|year|spacing|order",
  "indentation|indent|alignment|spacing is? off|wrong|broken|incorrect",
  "already defined|declared|imported|included|checked|done|handled|set|initialized|initialised|present|exists|covered above|below|earlier|there|before|in",
  "out|not of|in? alphabetical|sorted|order",
  "copy|copy-paste|copy-pasted|copypaste leftover|artifact",
  "forgot|forgotten to|the|a|an|@code",
  `${MISSABLE} is|are? missing|absent`,
  "capital|upper|lower letter|case",
]);

const PREDICATE = createPhraseTable([
  `is|are|was|looks|be|it's|seems|that's|all|both also|just|now|completely|totally|actually|really|quite|then|therefore? ${SUPERFLUOUS.replace("|repeated", "").replace("|duplicate|duplicated", "")}`,
]);

const ALONE = createPhraseTable([
  SUPERFLUOUS.replace("|extra", ""),
  "indentation|indent|whitespace|alignment|spacing|spelling",
]);

const isLabel = (words: readonly CommentWord[], position: number): boolean =>
  words[position + 1]?.text === ":";

// "I have removed the unused import" reports a change and asks for nothing.
const SPEAKERS = wordSet("i i've i'll i'm we we've we'll");

const OPINION = createPhraseTable([
  "imo|imho",
  "i don't? think|believe|guess|feel|assume|suspect|suppose",
  "i'm|am not",
  "seems|appears|might|may|could|same|similar|potentially|potential",
  "in multiple|several|many places",
  "is|are used to",
  "would|could be? unused|redundant|unnecessary",
]);

const ABSTRACT = wordSet(
  "logic complexity nesting functionality abstraction work overhead conditional conditionals effort behaviour behavior risk duplication",
);

/** Answers, thanks, praise and talk about the review itself. */
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

const findReplies = (words: readonly CommentWord[]): PhraseHit | undefined => REPLIES.first(words);

const ANSWERING = createPhraseTable([
  "will do|fix|change|add|update|remove|address",
  "you're|you are? right|correct",
  "i'll",
  "i|we have|just? fixed|changed|updated|removed|renamed|pushed|addressed|added|moved",
]);

/** Why a comment can or cannot be acted on. */
export type CommentJudgementReason =
  | "states_change"
  | "only_possible_fix"
  | "advisory_wording"
  | "vague_directive"
  | "not_feedback"
  | "question_only"
  | "diagnosis_only";

export interface CommentJudgement {
  readonly actionable: boolean;
  readonly reason: CommentJudgementReason;
  /** Offsets in the comment. */
  readonly span?: Span;
}

/** Judges a comment by its words alone. */
export function judgeComment(text: string): CommentJudgement {
  const { words, sentences } = readText(text);
  const evidence = sentences.map((sentence) => readSentence(words, sentence));
  const answering = isAnswer(words, sentences);
  const changes = evidence
    .flatMap((one) => one.changes)
    .filter((change) => !(answering && isAgreement(words, change)));
  const advice = evidence.flatMap((one) => one.advice);
  const implied = changes.find((change) => change.force === "implied");
  const vague = changes.find((change) => change.force === "vague");
  const firm = changes.find((change) => change.force === "firm");
  const reply = findReplies(words);
  // The first row that applies decides.
  const table: readonly (readonly [unknown, CommentJudgementReason, Change | PhraseHit | undefined])[] = [
    [firm, "states_change", firm],
    [advice[0], "advisory_wording", advice[0]],
    [isBareReplacement(words), "states_change", undefined],
    [vague, "vague_directive", vague],
    [answering, "not_feedback", reply],
    [implied !== undefined && !endsInQuestion(sentences), "only_possible_fix", implied],
    [reply ?? words.every((word) => word.kind === "mark"), "not_feedback", reply],
    [sentences.some((sentence) => sentence.question), "question_only", undefined],
    [true, "diagnosis_only", undefined],
  ];
  const [, reason, at] = table.find(([applies]) => Boolean(applies))!;
  const actionable = reason === "states_change" || reason === "only_possible_fix";
  const span =
    at === undefined ? undefined : { start: words[at.from]?.start ?? 0, end: words[at.to - 1]?.end ?? 0 };
  return { actionable, reason, ...defined({ span }) };
}

interface SentenceEvidence {
  /** Changes that the sentence does not hedge. */
  readonly changes: readonly Change[];
  readonly advice: readonly PhraseHit[];
}

function readSentence(words: readonly CommentWord[], sentence: CommentSentence): SentenceEvidence {
  const advice = findAdvisory(words, sentence.from, sentence.to);
  const found = [
    ...findCommands(words, sentence),
    ...findObligations(words, sentence),
    ...findOffers(words, sentence),
    ...findReplacements(words, sentence),
    ...findImpliedFixes(words, sentence),
  ];
  return { changes: found.filter((change) => !isHedged(words, sentence, change, advice)), advice };
}

/**
 * A hedge applies to a change if it comes first in the sentence, is in the same clause, or ends the sentence. After
 * a comma and before more words it is an aside. A judgement ("x would be clearer: do y") does not reach beyond its
 * clause into a command.
 */
function isHedged(
  words: readonly CommentWord[],
  sentence: CommentSentence,
  change: Change,
  advice: readonly PhraseHit[],
): boolean {
  const start = sentence.clauses.findLast((clause) => clause <= change.from) ?? sentence.from;
  const end = sentence.clauses.find((clause) => clause > change.from) ?? sentence.to;
  return advice.some((hit) => {
    if (hit.from < start && change.form === "command" && JUDGING.has(words[hit.from]?.text ?? ""))
      return false;
    return hit.from < end || hit.to >= sentence.to;
  });
}

const JUDGING = wordSet("might may could would will should is are it's");

const SHARED_FORMS: ReadonlySet<Change["form"]> = new Set(["obligation", "offer", "implied_fix"]);

/** In an answer, "we should" and "let's" agree with somebody and ask for nothing new. */
function isAgreement(words: readonly CommentWord[], change: Change): boolean {
  return SHARED_FORMS.has(change.form) || words[change.from]?.text === "let's";
}

const endsInQuestion = (sentences: readonly CommentSentence[]): boolean =>
  sentences.at(-1)?.question === true;

/** Whether the comment answers somebody: by its opening, or because a sentence promises or reports something. */
function isAnswer(words: readonly CommentWord[], sentences: readonly CommentSentence[]): boolean {
  const [first] = sentences;
  if (first === undefined) return false;
  if (OPENING_REPLIES.at(words, first.from) !== undefined) return true;
  return sentences.some(({ clauses }) => clauses.some((clause) => ANSWERING.at(words, clause) !== undefined));
}

/** Finds defects with an obvious fix, leaving out questions and opinions. */
function findImpliedFixes(words: readonly CommentWord[], sentence: CommentSentence): readonly Change[] {
  if (sentence.question || SPEAKERS.has(words[sentence.from]?.text ?? "")) return [];
  if (OPINION.first(words, sentence.from, sentence.to) !== undefined) return [];
  const hit =
    IMPLIED.first(words, sentence.from, sentence.to) ??
    PREDICATE.first(words, sentence.from, sentence.to) ??
    standsAlone(words, sentence) ??
    opensWith(words, sentence);
  if (hit === undefined || isDenied(words, hit.from, hit.to)) return [];
  return [{ force: "implied", form: "implied_fix", from: hit.from, to: hit.to }];
}

/** "redundant, x is set above": the judgement first, then the reason. */
function opensWith(
  words: readonly CommentWord[],
  sentence: CommentSentence,
): { from: number; to: number } | undefined {
  const start = sentence.clauses.find((clause) => !isLabel(words, clause)) ?? sentence.from;
  const hit = ALONE.at(words, start);
  return hit !== undefined && words[hit.to]?.kind === "mark" ? hit : undefined;
}

function standsAlone(
  words: readonly CommentWord[],
  sentence: CommentSentence,
): { from: number; to: number } | undefined {
  const spoken = words.slice(sentence.from, sentence.to).filter((word) => word.kind !== "mark");
  if (spoken.length > 3 || spoken.some(isExact)) return undefined;
  return ALONE.first(words, sentence.from, sentence.to);
}

/** "unnecessary complexity" has many possible fixes, and "not used to" is about habit. */
function isDenied(words: readonly CommentWord[], from: number, to: number): boolean {
  const next = words[to]?.text ?? "";
  const before = words[from - 1]?.text ?? "";
  if (ABSTRACT.has(words[to - 1]?.text ?? "") || ABSTRACT.has(next)) return true;
  if (words[to - 1]?.text === "used" && next === "to") return true;
  if (/^(?:duplicate|repeated)/.test(words[from]?.text ?? "") && words[to - 1]?.text === "code") return true;
  return before === "no" || before === "not" || before === "any" || before === "if";
}
