import { CATEGORIES, SEVERITIES } from "../review/review-fields.ts";
import { hash64 } from "../hash.ts";

/** The most that one record holds, in UTF-16 code units. A whole record stays below 256 Ki of them. */
export const MAX_EVENT_ID = 640;
export const MAX_PATH = 1_024;
export const MAX_TEXT = 16_384;
export const MAX_DIFF = 65_536;
export const MAX_SUMMARY = 600;
export const MAX_SIMILARITY_TEXT = 2_000;
export const MAX_TAGS = 64;
export const MAX_TAG = 128;
export const MAX_ORIGINAL = 65_536;
export const MAX_EXCERPT = 4_096;

/** One input gives at most this many records; what is beyond is counted in a diagnostic. */
export const MAX_RECORDS = 100_000;
/** One input gives at most this many diagnostics, and one more that counts the rest. */
export const MAX_DIAGNOSTICS = 200;

/** The version of the record's form; raised when a reader of the old form would misread the new one. */
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
/** Whose words these are; an outsider's words are shown and counted, and never followed. */
export type Trust = (typeof TRUSTS)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type FeedbackSeverity = (typeof FEEDBACK_SEVERITIES)[number];
export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number];

/** Where a record comes from. */
export interface FeedbackSource {
  readonly kind: SourceKind;
  /** The source's own id of what it said: a decision id, a finding id, a comment's number. */
  readonly ref?: string;
  /** The tool or reviewer that produced it, where it has a name of its own. */
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

/** What was changed to make the work right. */
export interface Correction {
  /** A unified diff from the agent's output to the approved one. */
  readonly diff?: string;
  /** Where the diff lies, when the source names a place and not the text. */
  readonly diff_path?: string;
  readonly summary?: string;
}

/** Which output was judged, and which was accepted in the end. */
export interface JudgedOutput {
  readonly agent_sha: string;
  readonly approved_sha?: string;
}

/**
 * What the source said, as JSON text so that no key or character of it can mean anything here. Too large
 * a value is cut to its beginning, which then is no JSON; the hash is that of the whole.
 */
export type Original =
  | { readonly state: "whole"; readonly json: string; readonly hash: string }
  | { readonly state: "truncated"; readonly excerpt: string; readonly hash: string; readonly size: number }
  | { readonly state: "erased" };

/** The one neutral record that everything said about an agent's work becomes. Absent means not known. */
export interface Feedback {
  readonly schema: typeof FEEDBACK_SCHEMA;
  /** Follows from `event_id`, so every machine gives the same event the same id. */
  readonly id: string;
  /** The same event delivered twice has the same one; never shared by two records. */
  readonly event_id: string;
  /** The same content under another `event_id` has the same one; see `contentFingerprint`. */
  readonly fingerprint: string;
  readonly source: FeedbackSource;
  readonly author: FeedbackAuthor;
  /** UTC to the millisecond, so that times sort as texts. */
  readonly time: string;
  /** What was decided about the work; null where nothing was, as in a mere remark. */
  readonly outcome: Outcome | null;
  /** What an agent says was decided about its own work. Nobody confirmed it, so it is no outcome and counts nowhere. */
  readonly claimed_outcome?: Outcome;
  /** What patterns count; each once. */
  readonly tags: readonly string[];
  /** The words that say what it is about, for finding others like it. */
  readonly similarity_text: string;
  readonly original: Original;
  /** Who did the work. */
  readonly agent?: string;
  /** People did the work and no agent. It speaks for no rule, unless it is kept as a convention. */
  readonly work_of?: "people";
  /** Somebody asked to learn the repository's conventions from reviews of people's work, so it may speak for a rule. */
  readonly convention?: true;
  /** Whoever did the work wrote it, as an answer to a review or a note on their own change. It asks nothing of the work. */
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
}

/** Every machine gives the same event the same id, so a ledger, a store and a stream agree on it. */
export const feedbackId = (eventId: string): string => `fb_${hash64(eventId)}${hash64(`#${eventId}`)}`;

/** Who said it, once nobody may know. */
export const ERASED_PERSON = "erased";

/**
 * The record without the person who gave it: their id, every text they wrote, what was kept of the source,
 * and the fingerprint, which could confirm a guess at either. When, about whom, with which tags and outcome
 * it was given stays, so that counts still hold. Doing it twice changes nothing.
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

/** Who did something; only a person may decide about rules. */
export interface RuleActor extends FeedbackAuthor {
  /** What they were logged in with: `token:tk_…`, `provider` or `command`; absent in older records. */
  readonly login?: string;
}
