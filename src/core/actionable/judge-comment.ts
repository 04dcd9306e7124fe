import { findAdvisory } from "./advisory-phrases.ts";
import type { Change } from "./change.ts";
import { findCommands } from "./find-command.ts";
import { findImpliedFixes } from "./find-implied-fix.ts";
import { findObligations } from "./find-obligation.ts";
import { findOffers } from "./find-offer.ts";
import { findReplacements, isBareReplacement } from "./find-replacement.ts";
import type { PhraseHit } from "./phrase-table.ts";
import { readText } from "./read-text.ts";
import { findReplies, isAnswer } from "./reply-phrases.ts";
import type { Sentence } from "./sentence.ts";
import type { Span } from "./violation.ts";
import type { Word } from "./words.ts";

/** Why a comment is, or is not, fit to act on; each names the words it rests on. */
export type JudgementReason =
  | "states_change"
  | "only_possible_fix"
  | "advisory_wording"
  | "vague_directive"
  | "not_feedback"
  | "question_only"
  | "diagnosis_only";

export interface Judgement {
  readonly actionable: boolean;
  readonly reason: JudgementReason;
  /** Offsets in the comment. */
  readonly span?: Span;
}

/** Judges a bare comment by its words. */
export function judgeComment(text: string): Judgement {
  const { words, sentences } = readText(text);
  const evidence = sentences.map((sentence) => readSentence(words, sentence));
  const answering = isAnswer(words, sentences);
  const changes = evidence
    .flatMap((one) => one.changes)
    .filter((change) => !(answering && isShared(words, change)));
  const advice = evidence.flatMap((one) => one.advice);
  const implied = changes.find((change) => change.force === "implied");
  const vague = changes.find((change) => change.force === "vague");
  const firm = changes.find((change) => change.force === "firm");
  const reply = findReplies(words);
  // The first row that applies decides.
  const table: readonly (readonly [unknown, JudgementReason, Change | PhraseHit | undefined])[] = [
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
  return { actionable, reason, ...(span === undefined ? {} : { span }) };
}

interface SentenceEvidence {
  /** Changes that nothing in the sentence hedges. */
  readonly changes: readonly Change[];
  readonly advice: readonly PhraseHit[];
}

function readSentence(words: readonly Word[], sentence: Sentence): SentenceEvidence {
  const advice = findAdvisory(words, sentence.from, sentence.to);
  const found = [
    ...findCommands(words, sentence),
    ...findObligations(words, sentence),
    ...findOffers(words, sentence),
    ...findReplacements(words, sentence),
    ...findImpliedFixes(words, sentence),
  ];
  return { changes: found.filter((change) => !isGoverned(words, sentence, change, advice)), advice };
}

/**
 * A hedge governs a change when it comes first in the sentence, stands in the change's own clause,
 * or closes the sentence; after a comma and before more words it is an aside. A judgement ("x would be
 * clearer: do y") does not reach past its clause into a command.
 */
function isGoverned(
  words: readonly Word[],
  sentence: Sentence,
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

const JUDGING: ReadonlySet<string> = new Set("might may could would will should is are it's".split(" "));

const SHARED_FORMS: ReadonlySet<Change["form"]> = new Set(["obligation", "offer", "implied_fix"]);

/** In an answer, "we should" and "let's" agree with somebody; they ask for nothing new. */
function isShared(words: readonly Word[], change: Change): boolean {
  return SHARED_FORMS.has(change.form) || words[change.from]?.text === "let's";
}

const endsInQuestion = (sentences: readonly Sentence[]): boolean => sentences.at(-1)?.question === true;
