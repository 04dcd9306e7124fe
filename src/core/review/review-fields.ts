import { defined } from "../defined.ts";

/**
 * The fields of a reviewer's answer. The parser, the prompt and the JSON Schema are derived from these two tables,
 * so they cannot drift apart.
 */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;
export const CATEGORIES = [
  "correctness",
  "security",
  "performance",
  "reliability",
  "maintainability",
  "style",
  "test",
] as const;
export const CONFIDENCES = ["high", "medium", "low"] as const;

export type Severity = (typeof SEVERITIES)[number];
export type Category = (typeof CATEGORIES)[number];
export type Confidence = (typeof CONFIDENCES)[number];

/** More findings than any review has; further ones are counted but not read, so that memory stays bounded. */
export const MAX_FINDINGS = 100_000;

type FieldType = "text" | "enum" | "line" | "version" | "list" | "open";

export interface ReviewField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** The text must not be empty. */
  readonly filled?: boolean;
  readonly values?: readonly string[];
  readonly pattern?: string;
  /** What the field is for; part of the prompt. */
  readonly meaning: string;
}

export const REVIEW_FIELDS = [
  {
    name: "schema_version",
    type: "version",
    required: true,
    pattern: "^[0-9]+\\.[0-9]+$",
    meaning: "version of this output format",
  },
  {
    name: "prompt_version",
    type: "version",
    required: true,
    pattern: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$",
    meaning: "version of these instructions",
  },
  { name: "summary", type: "text", required: false, meaning: "the review in one or two sentences" },
  {
    name: "findings",
    type: "list",
    required: true,
    meaning: "one object for each problem; [] when there is none",
  },
  { name: "meta", type: "open", required: false, meaning: "anything about the run itself" },
] as const satisfies readonly ReviewField[];

export const FINDING_FIELDS = [
  { name: "id", type: "text", required: true, filled: true, meaning: "unique within this answer" },
  { name: "severity", type: "enum", required: true, values: SEVERITIES, meaning: "how bad it is" },
  {
    name: "category",
    type: "enum",
    required: true,
    values: CATEGORIES,
    meaning: "what kind of problem it is",
  },
  { name: "title", type: "text", required: true, filled: true, meaning: "the problem in one line" },
  {
    name: "file",
    type: "text",
    required: true,
    filled: true,
    meaning: "path of the file, spelled as in changed_files",
  },
  {
    name: "line",
    type: "line",
    required: true,
    meaning: "first line of the problem in the new file, from 1",
  },
  { name: "end_line", type: "line", required: false, meaning: "last line of the problem, not before line" },
  {
    name: "message",
    type: "text",
    required: true,
    filled: true,
    meaning: "what is wrong and what happens because of it",
  },
  { name: "suggestion", type: "text", required: false, meaning: "the change to make" },
  {
    name: "confidence",
    type: "enum",
    required: false,
    values: CONFIDENCES,
    meaning: "how sure the reviewer is",
  },
  { name: "rule_id", type: "text", required: false, meaning: "the rule that was broken, if it has a name" },
] as const satisfies readonly ReviewField[];

const BY_NAME: ReadonlyMap<string, Severity> = new Map(SEVERITIES.map((severity) => [severity, severity]));

/** The severity that a finding claims, even if it is otherwise invalid. */
export function claimedSeverity(finding: unknown): { readonly severity?: Severity } {
  if (typeof finding !== "object" || finding === null || !Object.hasOwn(finding, "severity")) return {};
  const { severity: claimed } = finding as { readonly severity: unknown };
  const severity = typeof claimed === "string" ? BY_NAME.get(claimed.trim().toLowerCase()) : undefined;
  return defined({ severity });
}

/** The worst claimed severity: "none" without findings, "unknown" if one is unreadable. */
export type WorstClaim = Severity | "none" | "unknown";

export function worstClaim(findings: unknown): WorstClaim {
  if (!Array.isArray(findings)) return "unknown";
  let worst: WorstClaim = "none";
  for (const finding of findings as readonly unknown[]) {
    worst = worseOf(worst, claimedSeverity(finding).severity ?? "unknown");
    if (worst === "unknown") break;
  }
  return worst;
}

const ORDER: readonly WorstClaim[] = ["unknown", ...SEVERITIES, "none"];

export const worseOf = (a: WorstClaim, b: WorstClaim): WorstClaim =>
  ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;

/** The published schema, made from the same tables that the parser reads. */
export function reviewJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "ReviewResult",
    ...objectSchema(REVIEW_FIELDS),
  };
}

function objectSchema(fields: readonly ReviewField[]): Record<string, unknown> {
  return {
    type: "object",
    additionalProperties: false,
    required: fields.filter((field) => field.required).map((field) => field.name),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
  };
}

function fieldSchema(field: ReviewField): Record<string, unknown> {
  switch (field.type) {
    case "text":
      return field.filled === true ? { type: "string", minLength: 1 } : { type: "string" };
    case "enum":
      return { type: "string", enum: [...(field.values ?? [])] };
    case "line":
      return { type: "integer", minimum: 1 };
    case "version":
      return { type: "string", pattern: field.pattern };
    case "list":
      return { type: "array", items: objectSchema(FINDING_FIELDS) };
    case "open":
      return { type: "object", additionalProperties: true };
  }
}
