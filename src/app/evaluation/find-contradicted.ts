import type { ContradictedDecision } from "../../core/evaluation/evaluation-facts.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence, isCorrection, adviceOf } from "../../core/feedback/kind-of-feedback.ts";
import { disagreeOnOutput, outputHashes } from "../../core/feedback/similarity-text.ts";
import { isOpenOrEvidence } from "../../core/rule/propose/evidence-summary.ts";
import { relateRules } from "../../core/rule/relate/relate-rules.ts";
import { byCodeUnits } from "../../core/text/by-code-units.ts";
import type { EvaluationStore } from "../../ports/evaluation-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Near } from "./find-neighbours.ts";

interface ContradictionParts {
  readonly feedback: Pick<FeedbackStore, "ofOutput">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
}

export interface FoundContradictions {
  /** Decisions that a record contradicts, the newest first. */
  readonly earlier: readonly ContradictedDecision[];
  /** What was said later and contradicts the record: it may have been recorded first. */
  readonly later: readonly string[];
}

const NONE: FoundContradictions = { earlier: [], later: [] };

/**
 * What asks for the opposite of a record, and decisions about the very same output that differ. What a person
 * said is no pattern contradicts nothing; what waits for one does, so that nobody is right for having spoken first.
 */
export async function findContradicted(
  { feedback, evaluations }: ContradictionParts,
  record: Feedback,
  near: readonly Near[],
): Promise<FoundContradictions> {
  if (!isEvidence(record) || record.convention === true) return NONE;
  const opposite = near
    .filter(
      ({ feedback: other, judgement }) =>
        judgement.relation === "opposite" &&
        areCorrections(record, other) &&
        (judgement.score >= ABOUT_ONE_THING || areInConflict(record, other)),
    )
    .map(({ feedback: other }) => other);
  const judged = record.outcome === null ? [] : await feedback.ofOutput(outputHashes(record));
  const disputed = judged.filter(
    (other) => other.id !== record.id && isEvidence(other) && disagreeOnOutput(record, other),
  );
  const evaluated = await evaluations.findAll(disputed.map(({ id }) => id));
  const sameOutput = new Set(disputed.map(({ id }) => id));
  const against = [
    ...disputed.filter(({ id }) => isOpenOrEvidence(evaluated.get(id))),
    ...opposite.filter(({ id }) => !sameOutput.has(id)),
  ];
  return {
    earlier: against
      .filter((other) => isBefore(other, record))
      .toSorted((a, b) => byCodeUnits(b.time, a.time) || byCodeUnits(a.id, b.id))
      .map(({ id, time, outcome }) => ({
        feedback_id: id,
        time,
        outcome,
        same_output: sameOutput.has(id),
      })),
    later: against.filter((other) => isBefore(record, other)).map(({ id }) => id),
  };
}

const areCorrections = (record: Feedback, other: Feedback): boolean =>
  other.convention !== true && isCorrection(record) && isCorrection(other);

/** From this score on, which opposites have little of, two are surely about one thing. */
const ABOUT_ONE_THING = 0.08;

/**
 * Whether nobody can do what both ask for. The judge calls two remarks opposites if they only should not be counted as
 * one, as "log timestamps in UTC" and "never log the API key" should not.
 */
const areInConflict = (record: Feedback, other: Feedback): boolean =>
  relateRules(wordsOf(record), wordsOf(other)).relation === "conflict";

/** What is read of a remark: what it is about is said early. */
const MAX_READ = 600;

const wordsOf = (record: Feedback): string => (adviceOf(record) ?? record.similarity_text).slice(0, MAX_READ);

const isBefore = (one: Feedback, other: Feedback): boolean =>
  byCodeUnits(one.time, other.time) < 0 || (one.time === other.time && byCodeUnits(one.id, other.id) < 0);
