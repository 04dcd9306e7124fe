import type { Diagnostic, Review } from "./review.ts";
import { preview, quoted } from "./render-text.ts";
import { REVIEW_FIELDS, type ReviewField } from "./review-fields.ts";
import {
  compareSchemaVersion,
  isPromptVersionAccepted,
  isSchemaAccepted,
  type VersionPolicy,
} from "./version-policy.ts";

/** Deeper than any metadata needs, and shallow enough to be serialised. */
const MAX_DEPTH = 64;

const MAX_VALUES = 10_000;

/** Stage two of the parser: everything but the findings themselves. */
export interface TopLevel {
  readonly head: Pick<Review, "schema_version" | "prompt_version" | "summary">;
  readonly tail: Pick<Review, "meta">;
  readonly findings: readonly unknown[];
  readonly tolerateUnknown: boolean;
}

/** Checks versions first: an incompatible answer is rejected before anything else in it is judged. */
export function readTopLevel(
  answer: Readonly<Record<string, unknown>>,
  policies: readonly VersionPolicy[],
  diagnostics: Diagnostic[],
): TopLevel | undefined {
  const schemaVersion = readVersion(answer, "schema_version", diagnostics);
  const promptVersion = readVersion(answer, "prompt_version", diagnostics);
  const isSchemaKnown =
    schemaVersion === undefined ||
    policies.some((policy) => isSchemaAccepted(schemaVersion, policy.schema_version));
  const policy = policies.find(
    (each) =>
      (schemaVersion === undefined || isSchemaAccepted(schemaVersion, each.schema_version)) &&
      (promptVersion === undefined || isPromptVersionAccepted(promptVersion, each)),
  );
  if (policy === undefined) {
    const field = isSchemaKnown ? "prompt_version" : "schema_version";
    const found = isSchemaKnown ? promptVersion : schemaVersion;
    diagnostics.push({
      kind: "response_rejected",
      reason: "incompatible_version",
      message: `${field} ${quoted(found)} is not compatible; this parser accepts ${describeAccepted(policies, field)}`,
      path: field,
      from: preview(found),
    });
    return undefined;
  }
  const findings = Object.hasOwn(answer, "findings") ? answer["findings"] : undefined;
  if (!Array.isArray(findings)) {
    diagnostics.push({
      kind: "response_rejected",
      reason: findings === undefined ? "missing_required_field" : "schema_mismatch",
      message:
        findings === undefined ? "findings is missing" : `findings is ${quoted(findings)}; expected a list`,
      path: "findings",
      ...(findings === undefined ? {} : { from: preview(findings) }),
    });
    return undefined;
  }
  if (schemaVersion === undefined || promptVersion === undefined) return undefined;
  const tolerateUnknown = compareSchemaVersion(schemaVersion, policy.schema_version) === "newer_minor";
  reportUnknownTopLevel(answer, tolerateUnknown, diagnostics);
  return {
    head: {
      schema_version: schemaVersion,
      prompt_version: promptVersion,
      ...readSummary(answer, diagnostics),
    },
    tail: readMeta(answer, diagnostics),
    findings: findings as readonly unknown[],
    tolerateUnknown,
  };
}

function describeAccepted(
  policies: readonly VersionPolicy[],
  field: "schema_version" | "prompt_version",
): string {
  return policies
    .map((policy) => {
      if (field === "schema_version") return `${policy.schema_version} and newer minors of it`;
      return policy.allow_prompt_patch_drift === true
        ? `${policy.prompt_version} with any patch`
        : policy.prompt_version;
    })
    .join(" or ");
}

const TOP_LEVEL: ReadonlyMap<string, ReviewField> = new Map(
  REVIEW_FIELDS.map((field) => [field.name, field]),
);
const VERSION_PATTERNS = {
  schema_version: new RegExp(TOP_LEVEL.get("schema_version")?.pattern ?? ""),
  prompt_version: new RegExp(TOP_LEVEL.get("prompt_version")?.pattern ?? ""),
} as const;

function readVersion(
  answer: Readonly<Record<string, unknown>>,
  field: "schema_version" | "prompt_version",
  diagnostics: Diagnostic[],
): string | undefined {
  const value = Object.hasOwn(answer, field) ? answer[field] : undefined;
  if (value === undefined) {
    diagnostics.push({
      kind: "response_rejected",
      reason: "missing_required_field",
      message: `${field} is missing`,
      path: field,
    });
    return undefined;
  }
  const text = typeof value === "string" ? value.trim() : undefined;
  if (text === undefined || !VERSION_PATTERNS[field].test(text)) {
    diagnostics.push({
      kind: "response_rejected",
      reason: "schema_mismatch",
      message: `${field} is ${quoted(value)}; expected a text such as "1.0"`,
      path: field,
      from: preview(value),
    });
    return undefined;
  }
  if (text !== value) diagnostics.push(trimmed(field, value, text));
  return text;
}

function trimmed(field: string, from: unknown, to: string): Diagnostic {
  return {
    kind: "coercion_applied",
    reason: "trim",
    message: `${field}: surrounding white space removed`,
    path: field,
    from: preview(from),
    to: preview(to),
  };
}

/** Summary and meta are optional, so an invalid one only loses that field. */
function readSummary(
  answer: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostic[],
): Pick<Review, "summary"> {
  if (!Object.hasOwn(answer, "summary")) return {};
  const value = answer["summary"];
  if (typeof value !== "string") {
    diagnostics.push(ignoredField("summary", `summary is ${quoted(value)}; expected a text`, value));
    return {};
  }
  const summary = value.trim();
  if (summary !== value) diagnostics.push(trimmed("summary", value, summary));
  return { summary };
}

function readMeta(
  answer: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostic[],
): Pick<Review, "meta"> {
  if (!Object.hasOwn(answer, "meta")) return {};
  const value = answer["meta"];
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    diagnostics.push(ignoredField("meta", `meta is ${quoted(value)}; expected an object`, value));
    return {};
  }
  const copied = copyMeta(value as Record<string, unknown>);
  if (copied === undefined) {
    diagnostics.push(ignoredField("meta", "meta nests too deep to be kept", value));
    return {};
  }
  if (copied.removedKeys > 0) {
    diagnostics.push({
      kind: "warning",
      reason: "unsafe_key_removed",
      message: "meta: keys named __proto__ were left out",
      path: "meta",
    });
  }
  return { meta: copied.meta };
}

function ignoredField(path: string, message: string, value: unknown): Diagnostic {
  return {
    kind: "warning",
    reason: "schema_mismatch",
    message: `${message}; left out`,
    path,
    from: preview(value),
  };
}

function reportUnknownTopLevel(
  answer: Readonly<Record<string, unknown>>,
  isNewer: boolean,
  diagnostics: Diagnostic[],
): void {
  for (const key of Object.keys(answer)) {
    if (TOP_LEVEL.has(key)) continue;
    const isUnread = mayContainFindings(answer[key]);
    const where = isNewer ? " at this version" : "";
    diagnostics.push({
      kind: "warning",
      reason: isUnread ? "unread_findings" : "unknown_field",
      message: `${quoted(key)} is not a field of a review${where}; left out${isUnread ? ", though it may contain findings" : ""}`,
      path: String(preview(key)),
      from: preview(answer[key]),
    });
  }
}

/** Whether an ignored value may contain findings, that is, an object with a severity. */
function mayContainFindings(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < MAX_VALUES; seen += 1) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key.toLowerCase() === "severity") return true;
      waiting.push(inner);
    }
  }
  // A value that is too large to search may contain anything.
  return waiting.length > 0;
}

/**
 * Copies `meta`, because it is an open object: `__proto__` keys are left out. Returns undefined if it is nested too
 * deeply.
 */
function copyMeta(
  meta: Readonly<Record<string, unknown>>,
): { readonly meta: Record<string, unknown>; readonly removedKeys: number } | undefined {
  const copy: Record<string, unknown> = {};
  let removedKeys = 0;
  const open: { from: object; to: Record<string, unknown> | unknown[]; depth: number }[] = [
    { from: meta, to: copy, depth: 1 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return undefined;
    for (const [key, value] of Object.entries(next.from)) {
      if (key === "__proto__") {
        removedKeys += 1;
        continue;
      }
      let kept: unknown = value;
      if (typeof value === "object" && value !== null) {
        const to: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
        open.push({ from: value, to, depth: next.depth + 1 });
        kept = to;
      }
      if (Array.isArray(next.to)) next.to.push(kept);
      else next.to[key] = kept;
    }
  }
  return { meta: copy, removedKeys };
}
