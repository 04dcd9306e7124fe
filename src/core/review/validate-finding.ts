import { defined } from "../defined.ts";
import type { Diagnostic, Finding } from "./review.ts";
import { isFlawlessFinding } from "./flawless-finding.ts";
import { preview, quoted } from "./render-text.ts";
import { claimedSeverity, FINDING_FIELDS, type ReviewField } from "./review-fields.ts";

interface FieldProblem {
  readonly reason: FieldReason;
  readonly path: string;
  readonly message: string;
  readonly from?: unknown;
}

type FieldReason = "schema_mismatch" | "missing_required_field" | "invalid_enum_value" | "invalid_line_range";

/** A field with its allowed values as a set. */
interface CheckedField extends ReviewField {
  readonly allowed: ReadonlySet<string> | undefined;
}

const FIELDS: readonly CheckedField[] = FINDING_FIELDS.map((field: ReviewField) =>
  Object.assign({ allowed: field.values === undefined ? undefined : new Set(field.values) }, field),
);
const FIELD_BY_NAME: ReadonlyMap<string, CheckedField> = new Map(FIELDS.map((field) => [field.name, field]));
const INTEGER_TEXT = /^-?(?:0|[1-9][0-9]*)$/;

/**
 * Validates one finding. Returns it with scalars normalised, or undefined if it has to be dropped. Either way,
 * every change and its reason are added to `diagnostics`.
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
  const rawFinding = raw as Record<string, unknown>;
  if (isFlawlessFinding(rawFinding)) return rawFinding as unknown as Finding;
  // The original object is used unless something in it has to change.
  let changed: Record<string, unknown> | undefined;
  let hasLess = false;
  const problems: FieldProblem[] = [];
  for (const field of FIELDS) {
    const value = Object.hasOwn(rawFinding, field.name) ? rawFinding[field.name] : undefined;
    if (value === undefined) {
      if (field.required) problems.push(problem(field, index, "missing_required_field", "is missing"));
      continue;
    }
    if (value === null && !field.required) {
      hasLess = true;
      (changed ??= {})[field.name] = undefined;
      diagnostics.push(
        coercion("null_optional", "null is read as absent", field.name, index, rawFinding, null),
      );
      continue;
    }
    const checked =
      field.type === "line"
        ? checkLine(value, field, index, rawFinding, diagnostics)
        : checkText(value, field, index, rawFinding, diagnostics);
    if (typeof checked === "object") problems.push(checked);
    else if (checked !== value) (changed ??= {})[field.name] = checked;
  }
  const finding = changed === undefined ? rawFinding : { ...rawFinding, ...changed };
  if (problems.length === 0 && (finding["end_line"] as number) < (finding["line"] as number)) {
    problems.push({
      reason: "invalid_line_range",
      path: `findings[${index}].end_line`,
      message: `end_line ${String(finding["end_line"])} is before line ${String(finding["line"])}`,
      from: finding["end_line"],
    });
  }
  if (reportUnknown(rawFinding, index, tolerateUnknown, diagnostics)) hasLess = true;
  if (problems.length > 0) {
    diagnostics.push(dropped(problems, index, rawFinding));
    return undefined;
  }
  return (hasLess ? onlyKnown(finding) : finding) as unknown as Finding;
}

function onlyKnown(finding: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(finding).filter(([key, value]) => value !== undefined && FIELD_BY_NAME.has(key)),
  );
}

/** Reports unknown keys, which are left out; a newer minor version may have some. */
function reportUnknown(
  rawFinding: Record<string, unknown>,
  index: number,
  isNewer: boolean,
  diagnostics: Diagnostic[],
): boolean {
  let hasUnknown = false;
  for (const key of Object.keys(rawFinding)) {
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
            ...identity(rawFinding),
            path: `findings[${index}].${name}`,
            from: preview(rawFinding[key]),
          }
        : coercion(
            "unknown_key_dropped",
            "not a field of a finding; left out",
            name,
            index,
            rawFinding,
            rawFinding[key],
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
  rawFinding: Record<string, unknown>,
  diagnostics: Diagnostic[],
): string | FieldProblem {
  const { allowed } = field;
  if (typeof value !== "string") {
    const reason = allowed === undefined ? "schema_mismatch" : "invalid_enum_value";
    const expected = allowed === undefined ? "a text" : oneOf(field);
    return problem(field, index, reason, `is ${quoted(value)}; expected ${expected}`, value);
  }
  let text = value;
  if (hasOuterSpace(value)) {
    text = value.trim();
    diagnostics.push(
      coercion("trim", "surrounding white space removed", field.name, index, rawFinding, value, text),
    );
  }
  if (field.name === "file" && text.includes("\\")) {
    const normal = text.replaceAll("\\", "/");
    diagnostics.push(
      coercion(
        "path_separator",
        "path separators normalised to /",
        field.name,
        index,
        rawFinding,
        text,
        normal,
      ),
    );
    text = normal;
  }
  const lower = allowed === undefined ? text : text.toLowerCase();
  if (lower !== text && allowed?.has(lower) === true) {
    diagnostics.push(
      coercion("letter_case", "written in lower case", field.name, index, rawFinding, text, lower),
    );
    text = lower;
  }
  if (allowed !== undefined && !allowed.has(text)) {
    return problem(
      field,
      index,
      "invalid_enum_value",
      `is ${quoted(value)}; expected ${oneOf(field)}`,
      value,
    );
  }
  if (field.filled === true && text === "") {
    return problem(field, index, "schema_mismatch", "is empty; expected a text", value);
  }
  return text;
}

/** The checked line number, or what is wrong with it. */
function checkLine(
  value: unknown,
  field: ReviewField,
  index: number,
  rawFinding: Record<string, unknown>,
  diagnostics: Diagnostic[],
): number | FieldProblem {
  let line = value;
  if (typeof value === "string") {
    const text = value.trim();
    if (INTEGER_TEXT.test(text) && Number.isSafeInteger(Number(text))) {
      line = Number(text);
      diagnostics.push(
        coercion("integer_from_string", "number read from text", field.name, index, rawFinding, value, line),
      );
    }
  }
  if (typeof line !== "number" || !Number.isSafeInteger(line)) {
    return problem(
      field,
      index,
      "schema_mismatch",
      `is ${quoted(value)}; expected a whole number from 1`,
      value,
    );
  }
  if (line < 1) {
    return problem(field, index, "invalid_line_range", `is ${line}; lines count from 1`, value);
  }
  return line;
}

function problem(
  { name }: ReviewField,
  index: number,
  reason: FieldReason,
  what: string,
  value?: unknown,
): FieldProblem {
  const path = `findings[${index}].${name}`;
  return { reason, path, message: `${name} ${what}`, ...defined({ from: preview(value) }) };
}

function coercion(
  reason: string,
  what: string,
  field: string,
  index: number,
  rawFinding: Record<string, unknown>,
  from: unknown,
  to?: unknown,
): Diagnostic {
  return {
    kind: "coercion_applied",
    reason,
    message: `${field}: ${what}`,
    index,
    ...identity(rawFinding),
    path: `findings[${index}].${field}`,
    from: preview(from),
    ...defined({ to: preview(to) }),
  };
}

/** One diagnostic per dropped finding: the first problem is the reason, the rest are in `also`. */
function dropped(
  problems: readonly FieldProblem[],
  index: number,
  rawFinding: Record<string, unknown>,
): Diagnostic {
  const [first, ...rest] = problems as [FieldProblem, ...FieldProblem[]];
  return {
    kind: "finding_dropped",
    reason: first.reason,
    message: first.message,
    index,
    ...identity(rawFinding),
    ...claimedSeverity(rawFinding),
    path: first.path,
    ...defined({ from: first.from }),
    ...(rest.length === 0 ? {} : { also: rest }),
  };
}

/** Identifies a finding that may be invalid: its id and location. */
export function identity(
  rawFinding: Readonly<Record<string, unknown>>,
): Pick<Diagnostic, "finding_id" | "file" | "line"> {
  const own = (name: string): unknown => (Object.hasOwn(rawFinding, name) ? rawFinding[name] : undefined);
  const id = own("id");
  const file = own("file");
  const line = own("line");
  return {
    ...(typeof id === "string" && id.trim() !== "" ? { finding_id: String(preview(id.trim())) } : {}),
    // A number is not a valid id, but it still identifies the finding.
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

/** Matches every character that `trim` removes. */
function isSpace(c: number): boolean {
  if (c <= 0x20) return c === 0x20 || (c >= 0x09 && c <= 0x0d);
  return c >= 0xa0 && /\s/.test(String.fromCharCode(c));
}
