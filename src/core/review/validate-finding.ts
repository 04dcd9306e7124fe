import { defined } from "../defined.ts";
import type { Diagnostic, Finding } from "./review.ts";
import { isFlawlessFinding } from "./flawless-finding.ts";
import { preview, quoted } from "./render-text.ts";
import { claimedSeverity, FINDING_FIELDS, type ReviewField } from "./review-fields.ts";

/** One thing wrong with one field. */
interface FieldProblem {
  readonly reason: FieldReason;
  readonly path: string;
  readonly message: string;
  readonly from?: unknown;
}

type FieldReason = "schema_mismatch" | "missing_required_field" | "invalid_enum_value" | "invalid_line_range";

/** The table of fields, with its lists of values as sets. */
interface CheckedField extends ReviewField {
  readonly allowed: ReadonlySet<string> | undefined;
}

const FIELDS: readonly CheckedField[] = FINDING_FIELDS.map((field: ReviewField) =>
  Object.assign({ allowed: field.values === undefined ? undefined : new Set(field.values) }, field),
);
const FIELD_BY_NAME: ReadonlyMap<string, CheckedField> = new Map(FIELDS.map((field) => [field.name, field]));
const INTEGER_TEXT = /^-?(?:0|[1-9][0-9]*)$/;

/**
 * Holds one finding to the schema. Answers the finding with safe scalars normalised, or undefined when
 * it has to be dropped; either way every change and the reason are appended to `diagnostics`.
 */
export function validateFinding(
  raw: unknown,
  index: number,
  tolerateUnknown: boolean,
  diagnostics: Diagnostic[],
): Finding | undefined {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    diagnostics.push({
      kind: "finding_dropped",
      reason: "schema_mismatch",
      message: `findings[${index}] is ${quoted(raw)}; a finding is an object`,
      index,
      path: `findings[${index}]`,
      from: preview(raw),
    });
    return undefined;
  }
  const given = raw as Record<string, unknown>;
  if (isFlawlessFinding(given)) return given as unknown as Finding;
  // The answer's own object is used as it is unless something in it has to change.
  let changed: Record<string, unknown> | undefined;
  let hasLess = false;
  const problems: FieldProblem[] = [];
  for (const field of FIELDS) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (value === undefined) {
      if (field.required) problems.push(missing(field, index));
      continue;
    }
    if (value === null && !field.required) {
      hasLess = true;
      (changed ??= {})[field.name] = undefined;
      diagnostics.push(removed("null_optional", "null is read as absent", field.name, index, given));
      continue;
    }
    const checked =
      field.type === "line"
        ? checkLine(value, field, index, given, diagnostics)
        : checkText(value, field, index, given, diagnostics);
    if (typeof checked === "object") problems.push(checked);
    else if (checked !== value) (changed ??= {})[field.name] = checked;
  }
  const finding = changed === undefined ? given : { ...given, ...changed };
  if (problems.length === 0 && (finding["end_line"] as number) < (finding["line"] as number)) {
    problems.push({
      reason: "invalid_line_range",
      path: `findings[${index}].end_line`,
      message: `end_line ${String(finding["end_line"])} is before line ${String(finding["line"])}`,
      from: finding["end_line"],
    });
  }
  if (reportUnknown(given, index, tolerateUnknown, diagnostics)) hasLess = true;
  if (problems.length > 0) {
    diagnostics.push(dropped(problems, index, given));
    return undefined;
  }
  return (hasLess ? onlyKnown(finding) : finding) as unknown as Finding;
}

function onlyKnown(finding: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(finding).filter(([key, value]) => value !== undefined && FIELD_BY_NAME.has(key)),
  );
}

/** Are there keys that a finding does not have? They are left out and reported; a newer minor may bring some. */
function reportUnknown(
  given: Record<string, unknown>,
  index: number,
  isNewer: boolean,
  diagnostics: Diagnostic[],
): boolean {
  let hasUnknown = false;
  for (const key of Object.keys(given)) {
    if (FIELD_BY_NAME.has(key)) continue;
    hasUnknown = true;
    const name = String(preview(key));
    diagnostics.push(
      isNewer
        ? {
            kind: "warning",
            reason: "unknown_field",
            message: `findings[${index}].${name} is not known at this version and was left out`,
            index,
            ...identity(given),
            path: `findings[${index}].${name}`,
            from: preview(given[key]),
          }
        : removed(
            "unknown_key_dropped",
            "not a field of a finding; left out",
            name,
            index,
            given,
            given[key],
          ),
    );
  }
  return hasUnknown;
}

/** The checked text, or what is wrong with it. */
function checkText(
  value: unknown,
  field: CheckedField,
  index: number,
  given: Record<string, unknown>,
  diagnostics: Diagnostic[],
): string | FieldProblem {
  const { allowed } = field;
  if (typeof value !== "string") {
    return {
      reason: allowed === undefined ? "schema_mismatch" : "invalid_enum_value",
      path: `findings[${index}].${field.name}`,
      message: `${field.name} is ${quoted(value)}; expected ${allowed === undefined ? "a text" : oneOf(field)}`,
      from: preview(value),
    };
  }
  let text = value;
  if (hasOuterSpace(value)) {
    text = value.trim();
    diagnostics.push(
      coercion("trim", "surrounding white space removed", field.name, index, given, value, text),
    );
  }
  if (field.name === "file" && text.includes("\\")) {
    const normal = text.replaceAll("\\", "/");
    diagnostics.push(
      coercion("path_separator", "path separators normalised to /", field.name, index, given, text, normal),
    );
    text = normal;
  }
  const lower = allowed === undefined ? text : text.toLowerCase();
  if (lower !== text && allowed?.has(lower) === true) {
    diagnostics.push(coercion("letter_case", "written in lower case", field.name, index, given, text, lower));
    text = lower;
  }
  if (allowed !== undefined && !allowed.has(text)) {
    return {
      reason: "invalid_enum_value",
      path: `findings[${index}].${field.name}`,
      message: `${field.name} is ${quoted(value)}; expected ${oneOf(field)}`,
      from: preview(value),
    };
  }
  if (field.filled === true && text === "") {
    return {
      reason: "schema_mismatch",
      path: `findings[${index}].${field.name}`,
      message: `${field.name} is empty; expected a text`,
      from: preview(value),
    };
  }
  return text;
}

/** The checked line number, or what is wrong with it. Booleans are no integers, whatever JavaScript says. */
function checkLine(
  value: unknown,
  field: ReviewField,
  index: number,
  given: Record<string, unknown>,
  diagnostics: Diagnostic[],
): number | FieldProblem {
  let line = value;
  if (typeof value === "string") {
    const text = value.trim();
    if (INTEGER_TEXT.test(text) && Number.isSafeInteger(Number(text))) {
      line = Number(text);
      diagnostics.push(
        coercion("integer_from_string", "number read from text", field.name, index, given, value, line),
      );
    }
  }
  if (typeof line !== "number" || !Number.isSafeInteger(line)) {
    return {
      reason: "schema_mismatch",
      path: `findings[${index}].${field.name}`,
      message: `${field.name} is ${quoted(value)}; expected a whole number from 1`,
      from: preview(value),
    };
  }
  if (line < 1) {
    return {
      reason: "invalid_line_range",
      path: `findings[${index}].${field.name}`,
      message: `${field.name} is ${line}; lines count from 1`,
      from: preview(value),
    };
  }
  return line;
}

function missing(field: ReviewField, index: number): FieldProblem {
  return {
    reason: "missing_required_field",
    path: `findings[${index}].${field.name}`,
    message: `${field.name} is missing`,
  };
}

function coercion(
  reason: string,
  what: string,
  field: string,
  index: number,
  given: Record<string, unknown>,
  from: unknown,
  to: unknown,
): Diagnostic {
  return {
    kind: "coercion_applied",
    reason,
    message: `${field}: ${what}`,
    index,
    ...identity(given),
    path: `findings[${index}].${field}`,
    from: preview(from),
    to: preview(to),
  };
}

/** A field that was taken out of a finding that stays. */
function removed(
  reason: string,
  what: string,
  field: string,
  index: number,
  given: Record<string, unknown>,
  from: unknown = null,
): Diagnostic {
  return {
    kind: "coercion_applied",
    reason,
    message: `${field}: ${what}`,
    index,
    ...identity(given),
    path: `findings[${index}].${field}`,
    from: preview(from),
  };
}

/** One diagnostic for one dropped finding; the first problem names the reason, the rest stand in `also`. */
function dropped(
  problems: readonly FieldProblem[],
  index: number,
  given: Record<string, unknown>,
): Diagnostic {
  const [first, ...rest] = problems as [FieldProblem, ...FieldProblem[]];
  return {
    kind: "finding_dropped",
    reason: first.reason,
    message: first.message,
    index,
    ...identity(given),
    ...claimedSeverity(given),
    path: first.path,
    ...defined({ from: first.from }),
    ...(rest.length === 0 ? {} : { also: rest }),
  };
}

/** What can be said of a finding that may be invalid: its id and where it points. */
export function identity(
  given: Readonly<Record<string, unknown>>,
): Pick<Diagnostic, "finding_id" | "file" | "line"> {
  const own = (name: string): unknown => (Object.hasOwn(given, name) ? given[name] : undefined);
  const id = own("id");
  const file = own("file");
  const line = own("line");
  return {
    ...(typeof id === "string" && id.trim() !== "" ? { finding_id: String(preview(id.trim())) } : {}),
    // A number is no valid id, and still the one that the finding goes by.
    ...(typeof id === "number" ? { finding_id: String(id) } : {}),
    ...(typeof file === "string" ? { file: String(preview(file)) } : {}),
    ...(typeof line === "number" && Number.isFinite(line) ? { line } : {}),
  };
}

function oneOf(field: ReviewField): string {
  return `one of ${(field.values ?? []).join(", ")}`;
}

function hasOuterSpace(text: string): boolean {
  if (text.length === 0) return false;
  return isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1));
}

/** Every character that `trim` removes. */
function isSpace(c: number): boolean {
  if (c <= 0x20) return c === 0x20 || (c >= 0x09 && c <= 0x0d);
  return c >= 0xa0 && /\s/.test(String.fromCharCode(c));
}
