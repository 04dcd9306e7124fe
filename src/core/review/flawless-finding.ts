import { CATEGORIES, CONFIDENCES, SEVERITIES } from "./review-fields.ts";

const severities: ReadonlySet<unknown> = new Set(SEVERITIES);
const categories: ReadonlySet<unknown> = new Set(CATEGORIES);
const confidences: ReadonlySet<unknown> = new Set(CONFIDENCES);
const REQUIRED_COUNT = 7;

/**
 * The fast path for nearly every finding: nothing to change, nothing to report. It may return false for a valid
 * finding, which then takes the slow path, but never true for an invalid one. Written out field by field because
 * reading fields by name from a table is four times slower; a test keeps it in step with the table.
 */
export function isFlawlessFinding(finding: Readonly<Record<string, unknown>>): boolean {
  const { line, end_line: endLine, file, suggestion, confidence, rule_id: ruleId } = finding;
  let known = REQUIRED_COUNT;
  if (endLine !== undefined) {
    known += 1;
    if (!isLine(endLine) || endLine < (line as number)) return false;
  }
  if (suggestion !== undefined) {
    known += 1;
    if (!isTidyText(suggestion)) return false;
  }
  if (confidence !== undefined) {
    known += 1;
    if (!confidences.has(confidence)) return false;
  }
  if (ruleId !== undefined) {
    known += 1;
    if (!isTidyText(ruleId)) return false;
  }
  return (
    isLine(line) &&
    isTidyText(file) &&
    !file.includes("\\") &&
    isTidyText(finding["id"]) &&
    isTidyText(finding["title"]) &&
    isTidyText(finding["message"]) &&
    severities.has(finding["severity"]) &&
    categories.has(finding["category"]) &&
    countKeys(finding) === known
  );
}

/** More keys than known fields means that there is an unknown one. */
function countKeys(finding: object): number {
  let count = 0;
  for (const _key in finding) count += 1;
  return count;
}

function isLine(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && Number.isSafeInteger(value);
}

/** Not empty, and printable ASCII at both ends; anything else takes the slow path. */
function isTidyText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    isPrintable(value.charCodeAt(0)) &&
    isPrintable(value.charCodeAt(value.length - 1))
  );
}

const isPrintable = (c: number): boolean => c > 0x20 && c < 0x7f;
