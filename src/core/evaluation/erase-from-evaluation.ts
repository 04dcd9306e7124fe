import { ERASED_PERSON } from "../feedback/erase-person.ts";
import type { EvaluationRecord } from "./evaluation.ts";

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
