import { LOCATION_TYPES, type LocationType } from "./actionable-feedback.ts";
import { lintIssue } from "./lint-issue.ts";
import { lintAction, lintRationale } from "./lint-suggestion.ts";
import { referenceProblem } from "./reference-problem.ts";
import type { Violation } from "./violation.ts";

/** What the schema cannot say about one item: its wording, its reference, and the strict profile. */
export function lintItemWording(value: unknown, prefix: string, strict: boolean): readonly Violation[] {
  if (!isRecord(value)) return [];
  const at = (field: string): string => (prefix === "" ? field : `${prefix}.${field}`);
  const violations: Violation[] = [];
  if (strict && value["score"] === undefined) violations.push(missingScore(at("score")));
  const { issue, location, suggestion } = value;
  if (typeof issue === "string")
    violations.push(...lintIssue(issue, at("issue"), hasEvidence(value["evidence"])));
  if (isRecord(location)) violations.push(...lintReference(location, at("location.reference")));
  if (isRecord(suggestion)) {
    const { action, rationale } = suggestion;
    if (typeof action === "string") violations.push(...lintAction(action, at("suggestion.action")));
    if (typeof rationale === "string")
      violations.push(...lintRationale(rationale, at("suggestion.rationale")));
  }
  return violations;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const missingScore = (path: string): Violation => ({
  code: "missing_score",
  severity: "error",
  path,
  message: `${path} is missing; the strict profile asks for a score in every item`,
  hint: "add a score from 0 (poor) to 1 (excellent) for this aspect",
});

const hasEvidence = (evidence: unknown): boolean =>
  isRecord(evidence) &&
  [evidence["test_result"], evidence["metric"]].some((text) => typeof text === "string" && text !== "");

function lintReference(location: Readonly<Record<string, unknown>>, path: string): readonly Violation[] {
  const { type, reference } = location;
  if (typeof reference !== "string" || !isLocationType(type)) return [];
  const problem = referenceProblem(type, reference);
  if (problem === undefined) return [];
  return [
    {
      code: "reference_mismatch",
      severity: "error",
      path,
      message: `${path} does not fit type "${type}": ${problem}`,
      phrase: reference,
      span: { start: 0, end: reference.length },
      hint: "correct the reference, or choose the type that fits it",
    },
  ];
}

const isLocationType = (value: unknown): value is LocationType =>
  (LOCATION_TYPES as readonly unknown[]).includes(value);
