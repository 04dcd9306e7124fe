import { wordSet } from "../text/word-set.ts";
import { type Change, type ChangeForce, createPhraseTable, type PhraseHit } from "./phrase-table.ts";
import { isChangeVerb, isVagueParticiple, isVagueVerb, isExact, isVagueObject } from "./word-classes.ts";
import type { CommentSentence, CommentWord } from "./read-text.ts";

const OBLIGATIONS = createPhraseTable([
  "should|shall|must|shouldn't|mustn't",
  "ought to",
  "has|have|got|needs|need to",
  "needs|need",
  "belongs|belong in|to|into|under|with|at|on|next",
]);

/** Finds "x should be y", "this needs z" and "you must not …". Expectations such as "should work" do not count. */
export function findObligations(words: readonly CommentWord[], sentence: CommentSentence): readonly Change[] {
  return OBLIGATIONS.all(words, sentence.from, sentence.to).flatMap((hit) => {
    const change = obligationAt(words, hit, sentence);
    return change === undefined ? [] : [change];
  });
}

function obligationAt(
  words: readonly CommentWord[],
  hit: PhraseHit,
  sentence: CommentSentence,
): Change | undefined {
  const before = hit.from > sentence.from ? words[hit.from - 1] : undefined;
  if (before?.kind === "word" && NOT_SUBJECTS.has(before.text)) return undefined;
  if (isInverted(words, hit, sentence)) return undefined;
  if (hit.phrase.includes("need") && isAsked(words, hit.from, sentence)) return undefined;
  if (DENIED.first(words, sentence.from, hit.from) !== undefined) return undefined;
  let position = hit.to;
  while (position < sentence.to && SKIPPED.has(words[position]?.text ?? "")) position += 1;
  if (position >= sentence.to) return undefined;
  const of = (force: ChangeForce): Change => ({ force, form: "obligation", from: hit.from, to: sentence.to });
  if (hit.phrase === "needs|need") return needOf(words, position, sentence, before, of);
  if (hit.phrase.startsWith("belongs")) return of("firm");
  if (ABLE_TO.at(words, position) !== undefined && before?.text !== "it") return of("firm");
  if (EXPECTATIONS.at(words, position) !== undefined) return undefined;
  return of(complementForce(words, position, sentence));
}

function complementForce(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): ChangeForce {
  const be = words[position]?.text === "be";
  const at = be ? position + 1 : position;
  const word = words[at];
  if (word === undefined || at >= sentence.to) return "vague";
  if (isExact(word)) return "firm";
  const hasTail = words
    .slice(at + 1, sentence.to)
    .some((next) => isExact(next) || next.text === "to" || next.text === "into");
  if (be && isVagueParticiple(word.text) && !hasTail) return "vague";
  if (!be && isVagueVerb(word.text) && !isChangeVerb(word.text) && !hasTail) return "vague";
  return isVagueObject(words, at, sentence.to) ? "vague" : "firm";
}

/** "needs a test" asks for something; "we need this because" and "needs work" do not. */
function needOf(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
  before: CommentWord | undefined,
  of: (force: ChangeForce) => Change,
): Change | undefined {
  const word = words[position]!;
  if (word.kind === "mark" || UNNEEDED.has(word.text)) return undefined;
  if (VAGUE_NEEDS.at(words, position) !== undefined || isVagueObject(words, position, sentence.to))
    return of("vague");
  // "we need x" is as often the author's reason as the reviewer's demand.
  if ((before?.text === "we" || before?.text === "they") && !isDemand(words, position, sentence))
    return undefined;
  return of("firm");
}

/** "we need a lock here" is a demand; "we need a lock because …" and "we need the lock" explain. */
function isDemand(words: readonly CommentWord[], position: number, sentence: CommentSentence): boolean {
  const first = words[position]!;
  if (!isExact(first) && !INDEFINITE.has(first.text)) return false;
  return !words.slice(position, sentence.to).some((word) => EXPLAINING.has(word.text));
}

const INDEFINITE = wordSet("a an another more some");
const EXPLAINING: ReadonlySet<string> = new Set(["because", "since", "as"]);
const NOT_SUBJECTS = wordSet(
  "i no the a any don't doesn't didn't not never what why how which where when if who i'll will would may might as",
);
const SKIPPED = wordSet(
  "also just really only actually always then now at least either both all instead still never not rather",
);
const UNNEEDED = wordSet("this that it them these those for is because since not be no");

const VAGUE_NEEDS = createPhraseTable([
  "some|a|more? bit|lot|little? more|of|some? work|improvement|improvements|cleanup|clean-up|refactoring|attention|love|fixing|rework|tweaking|polish|thought|discussion|care|cleaning|rethinking|investigation|simplification",
  "to be improved|fixed|reworked",
]);

const DENIED = createPhraseTable(["don't|doesn't|didn't think|believe|see|know|mean|feel"]);
const ABLE_TO = createPhraseTable([
  "be able to drop|remove|use|replace|reuse|simplify|delete|avoid|skip|call|omit|inline|merge",
]);

const EXPECTATIONS = createPhraseTable([
  "work|works|pass|help|suffice|happen|matter|hurt|compile|exist|apply|affect|cause|succeed|know|see|expect|already|notice",
  "understand|cost|scale|discuss|decide|think|talk|figure|investigate|consider|admit|confess|agree|care|worry|look|wait",
  "rethink|revisit|reconsider",
  "do it|that|the|so trick|job?",
  "be fine|ok|okay|good|enough|safe|sufficient|possible|able|equivalent|identical|unreachable|correct|faster|easy|impossible",
  "be interesting|straightforward|noted|trivial|harmless|true|rare|clear|obvious|already|aware|no",
  "be done|addressed|resolved now|already|in",
  "be mostly|pretty|quite|very|all fine|ok|good|safe|set|clear|rare",
  "be a problem|issue|concern|bug",
  "be a|some better|nicer|easier|cleaner way|solution",
  "be the|in same|case|place",
  "be caught|handled|covered|called|set|null|empty by|already",
  "fix|solve that|this|the|it|all",
  "have been|said|done|known|mentioned|noticed|caught|had|seen|thought|made|explained|read|looked|gone",
  "we|i|you|this|it",
  "get a|the same? result",
]);

/** "Should the version change?" is a question; "so this should be x?" and "should be x?" are proposals. */
function isInverted(words: readonly CommentWord[], hit: PhraseHit, sentence: CommentSentence): boolean {
  const first = words[hit.from]!;
  const next = words[hit.to];
  if (first.text === "shouldn't") return false;
  const atClause = sentence.clauses.includes(hit.from) || WH.has(words[hit.from - 1]?.text ?? "");
  if (!atClause || next === undefined || hit.to >= sentence.to) return false;
  if (next.text === "be" || next.text === "not" || SKIPPED.has(next.text)) return false;
  return sentence.question || SUBJECTS.has(next.text);
}

/** "Why does it need x?" asks for information. */
function isAsked(words: readonly CommentWord[], position: number, sentence: CommentSentence): boolean {
  if (!sentence.question) return false;
  const start = sentence.clauses.findLast((clause) => clause <= position) ?? sentence.from;
  const first = words[start]?.text ?? "";
  return WH.has(first) || ASKING.has(first);
}

const ASKING = wordSet("do does did is are was were will would has have");
const SUBJECTS = wordSet("we i you this it these those that they the");
const WH = wordSet("what why how which where when who");
