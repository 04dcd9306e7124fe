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

/** The proposed action; the proposal's id is set once there is one. */
export interface ProposedAction {
  readonly action_type: ProposedActionType;
  readonly target_agent: string | null;
  readonly proposal_id: string | null;
}

export interface Evaluation {
  readonly feedback_id: string;
  readonly classification: Classification;
  /** From 0 to 1. */
  readonly confidence: number;
  /** For people. */
  readonly rationale: string;
  /** Most similar first. */
  readonly similar_feedback_ids: readonly string[];
  readonly proposed_action: ProposedAction | null;
  /** For ambiguous feedback: the earlier decisions that it contradicts. */
  readonly contradicts?: readonly string[];
  /** The rule in force that covers it. */
  readonly covered_by?: string;
}

/** An earlier classification. */
export interface EarlierEvaluation {
  readonly revision: number;
  readonly classification: Classification;
  readonly confidence: number;
  readonly rationale: string;
  readonly evaluated_at: string;
}

/** A person's decision on the classification. */
export interface Resolution {
  readonly as: ResolutionKind;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** A stored evaluation with its resolution. */
export interface EvaluationRecord {
  readonly schema: typeof EVALUATION_SCHEMA;
  readonly feedback_id: string;
  /** Incremented by every change. A store only saves a change to the revision that it was based on. */
  readonly revision: number;
  readonly evaluation: Evaluation;
  readonly resolution: Resolution | null;
  /** Earlier classes, latest last; absent if there are none. */
  readonly history?: readonly EarlierEvaluation[];
  readonly evaluated_at: string;
  readonly updated_at: string;
}

export const STANDINGS = [...CLASSIFICATIONS, "ignored"] as const;
export type Standing = (typeof STANDINGS)[number];

/** The current class; a person's resolution takes precedence. */
export function standingOf(record: EvaluationRecord): Standing {
  if (record.resolution === null) return record.evaluation.classification;
  const { as } = record.resolution;
  return as === "generalizable" ? "generalizable_high" : as === "edge_case" ? "edge_case" : "ignored";
}

/** Removes the person who resolved it and their words; the decision stays. */
export function eraseFromEvaluation(record: EvaluationRecord, personId: string): EvaluationRecord {
  const { resolution } = record;
  if (resolution === null || resolution.by !== personId || personId === ERASED_PERSON) return record;
  return {
    ...record,
    revision: record.revision + 1,
    resolution: { ...resolution, by: ERASED_PERSON, reason: "" },
  };
}
