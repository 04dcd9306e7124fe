import { defined } from "../../core/defined.ts";
import type { FeedbackDiagnostic, FeedbackReading } from "../../core/feedback/feedback-reading.ts";
import { fromActionable } from "../../core/feedback/from-review.ts";
import { type DecisionContext, fromDecision } from "../../core/feedback/from-decision.ts";
import { fromGithubComment, type GithubContext } from "../../core/feedback/from-github-comment.ts";
import { fromGithubEvent } from "../../core/feedback/from-github-event.ts";
import { fromJsonl } from "../../core/feedback/from-jsonl.ts";
import { fromSarif } from "../../core/feedback/from-sarif.ts";
import { keepAgentWork, findGithubEvent } from "../../core/feedback/github-event.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { fieldOf, textOf } from "../../core/json/json.ts";
import type { ImportEntry } from "./import-entry.ts";
import type { ImportFormat } from "./import.ts";

/** Why an entry, or a part of it, gave no record or a changed one. */
export interface ImportRemark {
  /** `left_out`: valid, but there is nothing to learn from it. */
  readonly kind: "skipped" | "left_out" | "changed";
  readonly reason: FeedbackDiagnostic["reason"] | "invalid_json" | "too_large" | "cut_off" | "api_error";
  readonly message: string;
}

export interface EntryReading {
  readonly feedback: readonly Feedback[];
  readonly remarks: readonly ImportRemark[];
  /** Unknown keys. */
  readonly unknown?: readonly string[];
}

export interface ImportContext extends GithubContext, Pick<DecisionContext, "readCorrection"> {
  /** Whether comments from GitHub's API without an agent are recorded as conventions of the repository. */
  readonly keepsListings?: boolean;
}

type EntryKind = "feedback" | "decision" | "actionable" | "sarif" | "github";

export type ParsedImportEntry = { readonly value: unknown } | { readonly problem: ImportRemark };

export function parseEntry(entry: ImportEntry): ParsedImportEntry {
  if ("problem" in entry) return { problem: { kind: "skipped", ...entry.problem } };
  try {
    return { value: JSON.parse(entry.text) };
  } catch (cause) {
    // The line that V8 adds is relative to the entry, which would only confuse.
    const reason = (cause as Error).message.replace(/ \(line \d+ column \d+\)$/, "");
    return {
      problem: {
        kind: "skipped",
        reason: "invalid_json",
        message: `is not valid JSON: ${reason}; expected one JSON object`,
      },
    };
  }
}

/** The records of one entry of any format. */
export function readEntry(
  parsed: ParsedImportEntry,
  format: ImportFormat | undefined,
  context: ImportContext,
): EntryReading {
  if ("problem" in parsed) return { feedback: [], remarks: [parsed.problem] };
  const { value } = parsed;
  if (!Array.isArray(value)) return readValue(value, format, context);
  const readings = value.map((one) => readValue(one, format, context));
  return {
    feedback: readings.flatMap(({ feedback }) => feedback),
    remarks: readings.flatMap(({ remarks }) => remarks),
    unknown: readings.flatMap(({ unknown = [] }) => unknown),
  };
}

/** Whether an entry is a review comment from GitHub's API, which is read together with its thread. */
export function isListedComment(parsed: ParsedImportEntry, format: ImportFormat | undefined): boolean {
  if ("problem" in parsed || (format !== undefined && format !== "github")) return false;
  const [first] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return fieldOf(first, "diff_hunk") !== undefined && fieldOf(first, "pull_request_url") !== undefined;
}

function readValue(value: unknown, format: ImportFormat | undefined, context: ImportContext): EntryReading {
  const kind = kindOf(value, format);
  const apiError = kind === "sarif" ? undefined : apiErrorOf(value);
  if (apiError !== undefined) return { feedback: [], remarks: [apiError] };
  const { feedback, diagnostics, unknown = [] } = READERS[kind](value, context);
  return { feedback, remarks: remarksOf(diagnostics, kind), unknown };
}

const READERS: Readonly<Record<EntryKind, (value: unknown, context: ImportContext) => FeedbackReading>> = {
  feedback: fromJsonl,
  decision: fromDecision,
  actionable: fromActionable,
  sarif: fromSarif,
  github: (value, context) => {
    const event = findGithubEvent(value);
    if (event !== undefined) return keepAgentWork(fromGithubEvent(event, context), context);
    const peopleWork = context.peopleWork ?? (context.keepsListings === true ? "conventions" : undefined);
    const listed = fromGithubComment(value, context);
    return keepAgentWork(listed, defined({ peopleWork }));
  },
};

/** Detects the kind of an entry by fields that only one source writes, unless the format decides it. */
function kindOf(value: unknown, format: ImportFormat | undefined): EntryKind {
  if (format === "decisions") return "decision";
  if (format !== undefined && format !== "jsonl") return format;
  const has = (name: string): boolean => fieldOf(value, name) !== undefined;
  if (Array.isArray(fieldOf(value, "feedback_items"))) return "actionable";
  if (has("schema")) return "feedback";
  if (has("decision_id") || (has("decision") && has("gate_id"))) return "decision";
  if (format === "jsonl") return "feedback";
  if (Array.isArray(fieldOf(value, "runs"))) return "sarif";
  if (findGithubEvent(value) !== undefined) return "github";
  const isRemark = has("user") && has("id") && (has("body") || has("state"));
  return isRemark && (has("author_association") || has("html_url") || has("node_id")) ? "github" : "feedback";
}

/** `gh api` also prints error responses. */
function apiErrorOf(value: unknown): ImportRemark | undefined {
  const error = textOf(fieldOf(value, "message"));
  if (error === undefined || textOf(fieldOf(value, "documentation_url")) === undefined) return undefined;
  const message = `is an error response from GitHub (${error}); export it again`;
  return { kind: "skipped", reason: "api_error", message };
}

const NOTHING_TO_LEARN: ReadonlySet<FeedbackDiagnostic["reason"]> = new Set([
  "no_problem",
  "suppressed",
  "not_submitted",
  "own_words",
  "not_feedback",
  "deleted",
  "duplicate",
  "no_agent",
]);

function remarksOf(diagnostics: readonly FeedbackDiagnostic[], kind: EntryKind): readonly ImportRemark[] {
  const remarks = diagnostics.map((diagnostic): ImportRemark => ({
    kind: kindOfRemark(diagnostic, kind),
    reason: diagnostic.reason,
    message: `${pathOf(diagnostic)}${diagnostic.message}`,
  }));
  if (kind !== "feedback" && kind !== "decision") return remarks;
  // A line is one record, so all its problems count as one.
  const [first, ...others] = remarks.filter((remark) => remark.kind === "skipped");
  if (first === undefined) return remarks;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return [{ ...first, message: first.message + more }];
}

/** GitHub lists an empty review for every round of line comments, so that is not a problem. */
function kindOfRemark({ kind, reason }: FeedbackDiagnostic, source: EntryKind): ImportRemark["kind"] {
  if (kind === "changed") return kind;
  return NOTHING_TO_LEARN.has(reason) || (reason === "nothing_said" && source === "github")
    ? "left_out"
    : "skipped";
}

const pathOf = ({ path, message }: FeedbackDiagnostic): string =>
  path === "" || message.startsWith(path) ? "" : `${path} `;
