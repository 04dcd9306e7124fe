import type { ClusterMember } from "../../cluster/cluster.ts";
import type { EvaluationRecord } from "../../evaluation/evaluation.ts";
import type { Rule } from "../rule.ts";

/**
 * Why a rule that was answered before is not worth another draft. Whoever rejects or retires a rule has seen what was
 * said until then, so only what was said since counts; nobody looked at what merely expired.
 */
export function nothingNew(rule: Rule, members: readonly ClusterMember[]): string | undefined {
  const known = new Set(rule.versions.flatMap(({ evidence }) => evidence));
  const answer = rule.last_answer;
  const since = answer === null || answer.status === "expired" ? "" : answer.at;
  if (members.some(({ feedback_id, time }) => time > since && !known.has(feedback_id))) return undefined;
  return `it was ${rule.status} (${answer?.reason || "no reason kept"}), and nothing was said since`;
}

/** What contradicts something and waits for a person, or what a person said is no pattern, speaks for no rule. */
export function speaksForRule(record: EvaluationRecord | undefined): boolean {
  if (record === undefined) return true;
  if (record.resolution !== null) return record.resolution.as === "generalizable";
  return record.evaluation.classification !== "ambiguous";
}

/** Whether feedback still says something: it waits for a person, or it speaks for a rule. */
export const isOpenOrSpeaks = (record: EvaluationRecord | undefined): boolean =>
  record === undefined || record.resolution === null || speaksForRule(record);
