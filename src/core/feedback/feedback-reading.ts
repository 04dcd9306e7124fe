import { type FeedbackAuthor, type Feedback, MAX_DIAGNOSTICS, MAX_RECORDS } from "./feedback.ts";

/** Who speaks in a machine's review that names nobody. */
export const REVIEWER: FeedbackAuthor = { id: "reviewer", trust: "reviewer_bot" };

/** What is known beside the input; a source that says otherwise about itself is believed, except on trust. */
export interface FeedbackContext {
  /** The time of what states none, as an RFC 3339 date-time. */
  readonly now: string;
  readonly agent?: string;
  readonly run?: string;
  readonly task?: string;
  readonly epic?: string;
  readonly gate?: string;
  /** The file that it is about, if the source names no place. */
  readonly path?: string;
  /** Who speaks, where the source does not say. The trust `outsider` holds whatever the source claims. */
  readonly author?: FeedbackAuthor;
  /**
   * What makes this delivery one event: a delivery id, a run with a step. Without it a source that has no
   * id of its own is known by its content, agent, run and task, and saying it again there changes nothing.
   */
  readonly eventId?: string;
}

/** Our complaint about input we were given. */
export interface FeedbackDiagnostic {
  /** `skipped` made no record; `changed` made one that differs from what was said. */
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
    /** About work that no agent is known to have done. */
    | "no_agent"
    /** Words that were taken back. */
    | "deleted"
    | "duplicate"
    | "too_many"
    | "time_unknown"
    | "zone_assumed"
    | "outcome_unknown"
    /** A rejection block that does not count, in a comment that is kept. */
    | "rejection_untrusted"
    | "rejection_unsigned"
    | "rejection_unreadable"
    | "rejection_overruled"
    /** A file that a decision names as its correction, and that was not used. */
    | "correction_unread"
    | "more_diagnostics";
  /** For people: what was found, what was expected. */
  readonly message: string;
  /** What it is about, written `runs[0].results[3]`; empty for the whole input. */
  readonly path: string;
}

/** What could be read of an input, and what could not. */
export interface FeedbackReading {
  readonly feedback: readonly Feedback[];
  readonly diagnostics: readonly FeedbackDiagnostic[];
  /** Keys of the input that mean nothing here. */
  readonly unknown?: readonly string[];
}

export interface ReadingLog {
  /** Keeps a record, unless the same event is there already or there are too many. */
  add(record: Feedback, path: string): void;
  skip(reason: FeedbackDiagnostic["reason"], path: string, message: string): void;
  change(reason: FeedbackDiagnostic["reason"], path: string, message: string): void;
  read(): FeedbackReading;
}

export function createReadingLog(): ReadingLog {
  const feedback = new Map<string, Feedback>();
  const diagnostics: FeedbackDiagnostic[] = [];
  let untold = 0;
  let beyond = 0;
  const tell = (diagnostic: FeedbackDiagnostic): void => {
    if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push(diagnostic);
    else untold += 1;
  };
  const skip: ReadingLog["skip"] = (reason, path, message) =>
    tell({ kind: "skipped", reason, path, message });
  return {
    add: (record, path) => {
      if (feedback.has(record.id)) skip("duplicate", path, "duplicates an earlier one in this input");
      else if (feedback.size >= MAX_RECORDS) beyond += 1;
      else feedback.set(record.id, record);
    },
    skip,
    change: (reason, path, message) => tell({ kind: "changed", reason, path, message }),
    read: () => {
      const rest: FeedbackDiagnostic[] = [];
      if (beyond > 0) {
        const message = `${beyond} more were left out: the limit is ${MAX_RECORDS} records per input; split it`;
        rest.push({ kind: "skipped", reason: "too_many", path: "", message });
      }
      if (untold > 0) {
        const message = `${untold} more problems like these are not listed`;
        rest.push({ kind: "skipped", reason: "more_diagnostics", path: "", message });
      }
      return { feedback: [...feedback.values()], diagnostics: [...diagnostics, ...rest] };
    },
  };
}
