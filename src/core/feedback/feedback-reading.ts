import { type FeedbackAuthor, type Feedback, MAX_DIAGNOSTICS, MAX_RECORDS } from "./feedback.ts";

/** The author of an automated review that names none. */
export const REVIEWER: FeedbackAuthor = { id: "reviewer", trust: "reviewer_bot" };

/**
 * What the caller knows in addition to the input. What a source says about itself takes precedence, except for
 * trust.
 */
export interface FeedbackContext {
  /** The time for input that states none, as an RFC 3339 date-time. */
  readonly now: string;
  readonly agent?: string;
  readonly run?: string;
  readonly task?: string;
  readonly epic?: string;
  readonly gate?: string;
  readonly model?: string;
  readonly agent_version?: string;
  /** The file that it is about, if the source names none. */
  readonly path?: string;
  /** The author, if the source names none. The trust `outsider` overrides whatever the source claims. */
  readonly author?: FeedbackAuthor;
  /**
   * Identifies this delivery, such as a delivery id or a run with a step. Without it, a source without its own id
   * is identified by its content, agent, run and task, so repeating it there changes nothing.
   */
  readonly eventId?: string;
}

/** A problem with the input. */
export interface FeedbackDiagnostic {
  /** `skipped`: no record was made. `changed`: the record differs from the input. */
  readonly kind: "skipped" | "changed";
  readonly reason:
    | "not_an_object"
    | "missing_field"
    | "invalid_value"
    | "unsupported_version"
    | "nothing_said"
    | "no_problem"
    | "suppressed"
    | "not_submitted"
    | "own_words"
    /** An event that says nothing about anybody's work. */
    | "not_feedback"
    /** The work is not known to be an agent's. */
    | "no_agent"
    | "deleted"
    | "duplicate"
    | "too_many"
    | "time_unknown"
    | "zone_assumed"
    | "outcome_unknown"
    /** A rejection block that is ignored, in a comment that is kept. */
    | "rejection_untrusted"
    | "rejection_unsigned"
    | "rejection_unreadable"
    | "rejection_overruled"
    /** A decision names a correction file that could not be used. */
    | "correction_unread"
    | "more_diagnostics";
  /** For people: what was found and what was expected. */
  readonly message: string;
  /** Where it is, as in `runs[0].results[3]`; empty for the whole input. */
  readonly path: string;
}

/** The records that an input contains, and what was wrong with it. */
export interface FeedbackReading {
  readonly feedback: readonly Feedback[];
  readonly diagnostics: readonly FeedbackDiagnostic[];
  /** Keys that Emend does not know. */
  readonly unknown?: readonly string[];
}

export interface ReadingLog {
  /** Adds a record, unless it is a duplicate or over the limit. */
  add(record: Feedback, path: string): void;
  skip(reason: FeedbackDiagnostic["reason"], path: string, message: string): void;
  change(reason: FeedbackDiagnostic["reason"], path: string, message: string): void;
  read(): FeedbackReading;
}

/** The reading of an input that makes no record, with the reason. */
export const skipped = (
  reason: FeedbackDiagnostic["reason"],
  path: string,
  message: string,
): FeedbackReading => ({
  feedback: [],
  diagnostics: [{ kind: "skipped", reason, path, message }],
});

export function createReadingLog(): ReadingLog {
  const feedback = new Map<string, Feedback>();
  const diagnostics: FeedbackDiagnostic[] = [];
  let unlisted = 0;
  let overLimit = 0;
  const report = (diagnostic: FeedbackDiagnostic): void => {
    if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push(diagnostic);
    else unlisted += 1;
  };
  const skip: ReadingLog["skip"] = (reason, path, message) =>
    report({ kind: "skipped", reason, path, message });
  return {
    add: (record, path) => {
      if (feedback.has(record.id)) skip("duplicate", path, "duplicates an earlier one in this input");
      else if (feedback.size >= MAX_RECORDS) overLimit += 1;
      else feedback.set(record.id, record);
    },
    skip,
    change: (reason, path, message) => report({ kind: "changed", reason, path, message }),
    read: () => {
      const rest: FeedbackDiagnostic[] = [];
      if (overLimit > 0) {
        const message = `${overLimit} more were left out: the limit is ${MAX_RECORDS} records per input; split it`;
        rest.push({ kind: "skipped", reason: "too_many", path: "", message });
      }
      if (unlisted > 0) {
        const message = `${unlisted} more problems like these are not listed`;
        rest.push({ kind: "skipped", reason: "more_diagnostics", path: "", message });
      }
      return { feedback: [...feedback.values()], diagnostics: [...diagnostics, ...rest] };
    },
  };
}
