import type { Diagnostic } from "../../core/review/review.ts";
import { parseReview, type ParsedReview } from "../../core/review/parse-review.ts";
import { usageError } from "../cli-error.ts";

type CheckedReview = Pick<ParsedReview, "status" | "review" | "diagnostics">;

/** What `emend review check --json` printed, held to the schema once more: a file may have been edited. */
export function readCheckedReview(text: string): CheckedReview {
  const { status, result, diagnostics } = readObject(text);
  // A diagnostic that cannot be read may be about a dropped finding, so none is passed over.
  if (!Array.isArray(diagnostics) || !diagnostics.every(isDiagnostic)) throw notChecked();
  const told: readonly Diagnostic[] = diagnostics;
  if (status === "rejected") return { status, diagnostics: told };
  const versions = (typeof result === "object" && result !== null ? result : {}) as Record<string, unknown>;
  if (status !== "accepted") throw notChecked();
  // Files are not held against the change: a finding elsewhere is still worth a line in the summary.
  const parsed = parseReview(JSON.stringify(result ?? null), {
    accept: {
      schema_version: String(versions["schema_version"]),
      prompt_version: String(versions["prompt_version"]),
    },
  });
  if (parsed.status === "rejected") throw notChecked();
  const lost = parsed.diagnostics.filter(({ kind }) => kind === "finding_dropped");
  return { ...parsed, diagnostics: [...told, ...lost] };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    throw notChecked();
  }
  throw notChecked();
}

const isDiagnostic = (value: unknown): value is Diagnostic => {
  const { kind, reason, message } = (value ?? {}) as Record<string, unknown>;
  return typeof kind === "string" && typeof reason === "string" && typeof message === "string";
};

const notChecked = (): Error =>
  usageError(
    "review_not_checked",
    "expected the JSON of a checked review: {status, result?, diagnostics}",
    "create it with `emend review check … --json`",
  );
