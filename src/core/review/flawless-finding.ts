import { CATEGORIES, CONFIDENCES, SEVERITIES } from "./review-fields.ts";

const severities: ReadonlySet<unknown> = new Set(SEVERITIES);
const categories: ReadonlySet<unknown> = new Set(CATEGORIES);
const confidences: ReadonlySet<unknown> = new Set(CONFIDENCES);
const REQUIRED_COUNT = 7;

/**
 * The quick answer for nearly every finding: nothing to change, nothing to say. It may answer false for
 * a good finding, which then takes the careful way, but never true for a bad one. Written out field by
 * field because reading fields by a name from a table costs four times as much; a test holds it to the table.
 */
export function isFlawlessFinding(given: Readonly<Record<string, unknown>>): boolean {
  const { line, end_line: endLine, file, suggestion, confidence, rule_id: ruleId } = given;
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
    isTidyText(given["id"]) &&
    isTidyText(given["title"]) &&
    isTidyText(given["message"]) &&
    severities.has(given["severity"]) &&
    categories.has(given["category"]) &&
    countKeys(given) === known
  );
}

/** More keys than known fields: there is one that the schema does not have. */
function countKeys(given: object): number {
  let count = 0;
  for (const _key in given) count += 1;
  return count;
}

function isLine(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && Number.isSafeInteger(value);
}

/** Filled, and with no white space around it; letters beyond Latin take the careful way. */
function isTidyText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    isPrintable(value.charCodeAt(0)) &&
    isPrintable(value.charCodeAt(value.length - 1))
  );
}

const isPrintable = (c: number): boolean => c > 0x20 && c < 0x7f;
