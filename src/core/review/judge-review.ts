import type { Diagnostic } from "./review.ts";
import type { ParsedReview } from "./parse-review.ts";
import { SEVERITIES, type Severity } from "./review-fields.ts";

/** Why a checked answer fails. */
export type FailReason =
  /** The whole answer was rejected. */
  | "rejected"
  | "severe_finding"
  /** A finding that is severe enough was dropped. */
  | "severe_finding_dropped"
  /** A dropped finding has no readable severity. */
  | "unknown_severity_dropped"
  /** Some findings were, or may have been, left unread. */
  | "findings_unread"
  | "all_findings_dropped";

export interface ReviewFailure {
  readonly reason: FailReason;
  /** For people. */
  readonly message: string;
}

export interface ReviewVerdict {
  readonly fail_on: Severity;
  readonly passes: boolean;
  readonly failures: readonly ReviewFailure[];
}

type Checked = Pick<ParsedReview, "status" | "review" | "diagnostics">;

/**
 * Decides whether an answer passes, if findings at least as bad as `failOn` fail it. It fails closed: a dropped
 * finding has the severity it claims and fails if that cannot be read, and so do unread findings.
 */
export function judgeReview(parsed: Checked, failOn: Severity): ReviewVerdict {
  const failures = failuresOf(parsed, failOn);
  return { fail_on: failOn, passes: failures.length === 0, failures };
}

function failuresOf({ status, review, diagnostics }: Checked, failOn: Severity): readonly ReviewFailure[] {
  if (status === "rejected" || review === undefined) {
    return [{ reason: "rejected", message: "the reviewer's answer was rejected" }];
  }
  const limit = SEVERITIES.indexOf(failOn);
  const isSevere = (severity: Severity): boolean => SEVERITIES.indexOf(severity) <= limit;
  const severe = review.findings.filter(({ severity }) => isSevere(severity));
  // A duplicate is already counted as the first one.
  const dropped = diagnostics.filter(
    ({ kind, reason }) => kind === "finding_dropped" && reason !== "duplicate_finding",
  );
  const unknown = dropped.filter(({ severity }) => !isSeverity(severity));
  const severeDropped = dropped.filter(({ severity }) => isSeverity(severity) && isSevere(severity));
  const unread = diagnostics.filter(
    (each) => isUnread(each) && (!isSeverity(each.severity) || isSevere(each.severity)),
  );
  const allDropped = review.findings.length === 0 && diagnostics.some(isAllDropped);
  const level = failOn === "critical" ? "critical" : `${failOn} or worse`;
  return [
    ...failure("severe_finding", severe, `${counted(severe, "finding")} ${level}`, ({ id }) => id),
    ...failure(
      "severe_finding_dropped",
      severeDropped,
      `${counted(severeDropped, "dropped finding")} ${level}`,
      describeDrop,
    ),
    ...failure(
      "unknown_severity_dropped",
      unknown,
      `${counted(unknown, "dropped finding")} of unknown severity`,
      describeDrop,
    ),
    ...failure("findings_unread", unread, "some findings were not read", ({ message }) => message),
    ...(allDropped
      ? [
          {
            reason: "all_findings_dropped" as const,
            message: "no finding could be used, so the review shows nothing about the change",
          },
        ]
      : []),
  ];
}

const MAX_NAMED = 3;

function failure<T>(
  reason: FailReason,
  causes: readonly T[],
  what: string,
  nameOf: (cause: T) => string,
): readonly ReviewFailure[] {
  if (causes.length === 0) return [];
  const named = causes.slice(0, MAX_NAMED).map(nameOf).join("; ");
  const more = causes.length - MAX_NAMED;
  return [{ reason, message: `${what}: ${named}${more > 0 ? `; and ${more} more` : ""}` }];
}

const counted = (items: readonly unknown[], word: string): string =>
  items.length === 1 ? `1 ${word} is` : `${items.length} ${word}s are`;

const describeDrop = ({ index, finding_id: id, message }: Diagnostic): string =>
  `${index === undefined ? "a finding" : `findings[${index}]`}${id === undefined ? "" : ` ${id}`} (${message})`;

/** Checked because a diagnostic may come from a file that somebody else wrote. */
const isSeverity = (value: unknown): value is Severity => (SEVERITIES as readonly unknown[]).includes(value);

const isAllDropped = ({ reason }: Diagnostic): boolean => reason === "all_findings_dropped";

const UNREAD: ReadonlySet<string> = new Set(["too_many_findings", "unread_findings"]);

/** An ellipsis in the list, or a text that ends before the list does, means that there were more findings. */
const isUnread = ({ reason, path }: Diagnostic): boolean =>
  UNREAD.has(reason) || (path === "findings" && (reason === "truncated" || reason === "ellipsis_removed"));
