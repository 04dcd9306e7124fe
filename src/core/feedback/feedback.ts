import { CATEGORIES, SEVERITIES } from "../review/review-fields.ts";
import { hash64 } from "../hash.ts";

/** Limits of a record, in UTF-16 code units. A whole record stays below 256 Ki of them. */
export const MAX_EVENT_ID = 640;
export const MAX_PATH = 1_024;
export const MAX_FEEDBACK_TEXT = 16_384;
export const MAX_DIFF = 65_536;
export const MAX_SUMMARY = 600;
export const MAX_SIMILARITY_TEXT = 2_000;
export const MAX_TAGS = 64;
export const MAX_TAG = 128;
export const MAX_ORIGINAL = 65_536;
export const MAX_EXCERPT = 4_096;

/** The most records of one input; the rest is counted in a diagnostic. */
export const MAX_RECORDS = 100_000;
/** The most diagnostics of one input; one more counts the rest. */
export const MAX_DIAGNOSTICS = 200;

/** Raised when a reader of the old form would misread the new one. */
export const FEEDBACK_SCHEMA = 1;

export const SOURCE_KINDS = [
  "review",
  "signal",
  "rejection",
  "decision",
  "actionable",
  "sarif",
  "github_comment",
  "jsonl",
] as const;
export const TRUSTS = ["person", "reviewer_bot", "tool", "outsider"] as const;
export const OUTCOMES = ["approved", "rejected", "approved_with_changes"] as const;
export const FEEDBACK_SEVERITIES = SEVERITIES;
export const FEEDBACK_CATEGORIES = [
  ...CATEGORIES,
  "completeness",
  "clarity",
  "consistency",
  "documentation",
] as const;
export const NAMED_LOCATIONS = ["function", "section", "element", "path"] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];
/** How far an author is trusted. An outsider's words are shown and counted, but never followed. */
export type Trust = (typeof TRUSTS)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type FeedbackSeverity = (typeof FEEDBACK_SEVERITIES)[number];
export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number];

export interface FeedbackSource {
  readonly kind: SourceKind;
  /** The source's own id: a decision id, a finding id or a comment's number. */
  readonly ref?: string;
  /** The tool or reviewer that produced it, if it has a name. */
  readonly tool?: string;
  /** The `ref` of the remark that this one answers. */
  readonly reply_to?: string;
}

export interface FeedbackAuthor {
  readonly id: string;
  readonly trust: Trust;
}

export type TargetLocation =
  | {
      readonly type: "lines";
      readonly line: number;
      readonly end_line: number;
      /** `old` counts lines before the change; absent means after it. */
      readonly side?: "old";
    }
  | { readonly type: (typeof NAMED_LOCATIONS)[number]; readonly reference: string };

export interface FeedbackTarget {
  readonly path?: string;
  readonly location?: TargetLocation;
}

/** The change that makes the work right. */
export interface Correction {
  /** A unified diff from the agent's output to the approved one. */
  readonly diff?: string;
  /** The path of the diff, if the source gives a path rather than the text. */
  readonly diff_path?: string;
  readonly summary?: string;
}

/** Hashes of the output that was judged and of the one that was accepted. */
export interface JudgedOutput {
  readonly agent_sha: string;
  readonly approved_sha?: string;
}

/**
 * What the source sent, as JSON text, so that none of its keys is interpreted. A value that is too large is cut,
 * and then no longer JSON; the hash is always that of the whole text.
 */
export type Original =
  | { readonly state: "whole"; readonly json: string; readonly hash: string }
  | { readonly state: "truncated"; readonly excerpt: string; readonly hash: string; readonly size: number }
  | { readonly state: "erased" };

/** The one record that all feedback becomes, whatever its source. An absent field is unknown. */
export interface Feedback {
  readonly schema: typeof FEEDBACK_SCHEMA;
  /** Derived from `event_id`, so every machine gives the same event the same id. */
  readonly id: string;
  /** Two deliveries of one event share it; two records never do. */
  readonly event_id: string;
  /** The same for the same content under another `event_id`; see `contentFingerprint`. */
  readonly fingerprint: string;
  readonly source: FeedbackSource;
  readonly author: FeedbackAuthor;
  /** UTC to the millisecond, so that times sort as texts. */
  readonly time: string;
  /** The decision on the work, or null for a mere remark. */
  readonly outcome: Outcome | null;
  /** The outcome that an agent claims for its own work. Nobody confirmed it, so nothing uses it. */
  readonly claimed_outcome?: Outcome;
  /** Counted by patterns; without duplicates. */
  readonly tags: readonly string[];
  /** The text that is compared to find similar feedback. */
  readonly similarity_text: string;
  readonly original: Original;
  /** The agent that did the work. */
  readonly agent?: string;
  /** The work was done by people. Such feedback is not evidence for rules, unless it was imported as a convention. */
  readonly work_of?: "people";
  /** Imported to learn the repository's conventions from reviews of people's work, so it is evidence for rules. */
  readonly convention?: true;
  /**
   * Written by the author of the work, such as a reply to a review or a note on their own change. It asks for
   * nothing.
   */
  readonly by_author?: true;
  readonly run?: string;
  readonly task?: string;
  readonly epic?: string;
  readonly gate?: string;
  readonly target?: FeedbackTarget;
  readonly severity?: FeedbackSeverity;
  readonly category?: FeedbackCategory;
  readonly wrong?: string;
  readonly fix?: string;
  readonly correction?: Correction;
  /** The reviewer's own words. */
  readonly comment?: string;
  readonly duration_seconds?: number;
  readonly output?: JudgedOutput;
  /** Of the run, as the agent reports it. */
  readonly model?: string;
  readonly agent_version?: string;
}

/** Deterministic, so that a ledger, a store and a stream agree on the id of an event. */
export const feedbackId = (eventId: string): string => `fb_${hash64(eventId)}${hash64(`#${eventId}`)}`;

/** The author id of an erased record. */
export const ERASED_PERSON = "erased";

/**
 * Removes a person from a record: their id, every text they wrote, the original, and the fingerprint, which could
 * confirm a guess at either. The time, agent, tags and outcome stay, so that counts remain right. Idempotent.
 */
export function erasePerson(feedback: Feedback, personId: string): Feedback {
  if (feedback.author.id !== personId) return feedback;
  const { comment: _comment, wrong: _wrong, fix: _fix, correction: _correction, ...rest } = feedback;
  const { tool, ...source } = feedback.source;
  return {
    ...rest,
    source: tool === undefined || tool === personId ? source : { ...source, tool },
    author: { ...feedback.author, id: ERASED_PERSON },
    fingerprint: hash64(`${ERASED_PERSON}\0${feedback.event_id}`),
    similarity_text: "",
    original: { state: "erased" },
  };
}

/** The actor behind a change. Only a person may decide on rules. */
export interface RuleActor extends FeedbackAuthor {
  /** How they were logged in: `token:tk_…`, `provider` or `command`; absent in older records. */
  readonly login?: string;
}
