import { ERASED_PERSON } from "../feedback/feedback.ts";

export const EVALUATION_SCHEMA = 1;

export const CLASSIFICATIONS = [
  "generalizable_high",
  "generalizable_low",
  "edge_case",
  "ambiguous",
  "positive",
] as const;
export const PROPOSED_ACTION_TYPES = [
  "CREATE_RULE",
  "REFINE_PROMPT",
  "UPDATE_SKILL",
  "DOCUMENT_ONLY",
] as const;
export const RESOLUTIONS = ["generalizable", "edge_case", "ignore"] as const;

export type Classification = (typeof CLASSIFICATIONS)[number];
export type ProposedActionType = (typeof PROPOSED_ACTION_TYPES)[number];
export type ResolutionKind = (typeof RESOLUTIONS)[number];

/** What is to be done about feedback; the proposal is named once there is one. */
export interface ProposedAction {
  readonly action_type: ProposedActionType;
  readonly target_agent: string | null;
  readonly proposal_id: string | null;
}

/** The class given to feedback, and why. */
export interface Evaluation {
  readonly feedback_id: string;
  readonly classification: Classification;
  /** From 0 to 1. */
  readonly confidence: number;
  /** In plain words. */
  readonly rationale: string;
  /** Those that say the same, the most similar first. */
  readonly similar_feedback_ids: readonly string[];
  readonly proposed_action: ProposedAction | null;
  /** For ambiguous feedback: the earlier decisions that it contradicts. */
  readonly contradicts?: readonly string[];
  /** The rule in force that covers it. */
  readonly covered_by?: string;
}

/** What feedback was found to be before it got another class. */
export interface EarlierEvaluation {
  readonly revision: number;
  readonly classification: Classification;
  readonly confidence: number;
  readonly rationale: string;
  readonly evaluated_at: string;
}

/** A person's answer to what the classes leave open. */
export interface Resolution {
  readonly as: ResolutionKind;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** An evaluation as it is kept: what was found, and what people made of it. */
export interface EvaluationRecord {
  readonly schema: typeof EVALUATION_SCHEMA;
  readonly feedback_id: string;
  /** One more with every change; a store saves a change only over the revision that it was decided on. */
  readonly revision: number;
  readonly evaluation: Evaluation;
  readonly resolution: Resolution | null;
  /** The classes it had before, the latest last; absent where it had no other. */
  readonly history?: readonly EarlierEvaluation[];
  readonly evaluated_at: string;
  readonly updated_at: string;
}

export const STANDINGS = [...CLASSIFICATIONS, "ignored"] as const;
export type Standing = (typeof STANDINGS)[number];

/** What the feedback counts as now: a person's word goes before what was found. */
export function standingOf(record: EvaluationRecord): Standing {
  if (record.resolution === null) return record.evaluation.classification;
  const { as } = record.resolution;
  return as === "generalizable" ? "generalizable_high" : as === "edge_case" ? "edge_case" : "ignored";
}

/** The evaluation without the person who resolved it, and without their words; what they decided stays. */
export function eraseFromEvaluation(record: EvaluationRecord, personId: string): EvaluationRecord {
  const { resolution } = record;
  if (resolution === null || resolution.by !== personId || personId === ERASED_PERSON) return record;
  return {
    ...record,
    revision: record.revision + 1,
    resolution: { ...resolution, by: ERASED_PERSON, reason: "" },
  };
}
