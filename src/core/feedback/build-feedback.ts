import { preferModel, readAgentModel } from "./agent-model.ts";
import { hash64 } from "../hash.ts";
import {
  type Original,
  MAX_EXCERPT,
  MAX_ORIGINAL,
  type TargetLocation,
  FEEDBACK_SCHEMA,
  type Correction,
  type Feedback,
  type FeedbackAuthor,
  type FeedbackTarget,
  feedbackId,
  MAX_DIFF,
  MAX_EVENT_ID,
  MAX_PATH,
  MAX_SUMMARY,
  MAX_TAG,
  MAX_TAGS,
  MAX_FEEDBACK_TEXT,
} from "./feedback.ts";
import type { ReadingLog, FeedbackContext } from "./feedback-reading.ts";
import { utcMillis } from "../time/time.ts";
import { defined } from "../defined.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import { similarityText } from "./similarity-text.ts";

/** The source's value kept for provenance, within bounds. */
function keepOriginal(value: unknown): Original {
  const json = toJson(value);
  if (json === undefined) return { state: "truncated", excerpt: "", hash: hash64(""), size: 0 };
  const hash = hash64(json);
  if (json.length <= MAX_ORIGINAL) return { state: "whole", json, hash };
  const excerpt = json.slice(0, MAX_EXCERPT).toWellFormed();
  return { state: "truncated", excerpt, hash, size: json.length };
}

/** The original value, if it was stored whole. */
export function readOriginal(original: Original): unknown {
  if (original.state !== "whole") return undefined;
  try {
    return JSON.parse(original.json);
  } catch {
    return undefined;
  }
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    // Only nesting deeper than the stack allows, or a value that was never JSON, gets here.
    return undefined;
  }
}

/** The time that a source states, in UTC. Logs when a zone was assumed or the time cannot be used. */
export function statedTime(value: unknown, path: string, log: ReadingLog): string | undefined {
  if (value === undefined || value === null) return undefined;
  const read = typeof value === "string" ? utcMillis(value) : undefined;
  if (read === undefined) {
    log.change("time_unknown", path, "is not an RFC 3339 date-time; the import time is used instead");
    return undefined;
  }
  if (read.assumed) log.change("zone_assumed", path, "has no time zone and is read as UTC");
  return read.time;
}

/** A location by line numbers. An end before the start is ignored. */
export function targetLines(
  line: number | undefined,
  endLine?: number,
  side?: "old",
): { readonly location?: TargetLocation } {
  if (line === undefined) return {};
  const end = endLine !== undefined && endLine >= line ? endLine : line;
  return { location: { type: "lines", line, end_line: end, ...defined({ side }) } };
}

type Known<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What a source says, before its texts are cut to size. Blank and undefined both mean unknown. */
export interface FeedbackDraft extends Known<
  Pick<
    Feedback,
    | "agent"
    | "run"
    | "task"
    | "epic"
    | "gate"
    | "target"
    | "severity"
    | "category"
    | "wrong"
    | "fix"
    | "comment"
    | "duration_seconds"
    | "output"
    | "by_author"
    | "model"
    | "agent_version"
  >
> {
  readonly source: { readonly kind: Feedback["source"]["kind"] } & Known<Feedback["source"]>;
  readonly author: FeedbackAuthor;
  readonly original: unknown;
  readonly outcome?: Feedback["outcome"];
  readonly tags?: readonly string[];
  readonly correction?: Known<Correction>;
  /** As the source states it; ignored if it is not a valid time. */
  readonly time?: string | undefined;
  /** The event's kind, if it differs from the source's: one event read in two ways stays one event. */
  readonly eventKind?: Feedback["source"]["kind"];
  /** The source's own id of the event. */
  readonly eventKey?: string | undefined;
  /** Identifies this record within an event that contains several. */
  readonly part?: string | undefined;
}

/** Builds the record. Throws a RangeError if `context.now` is needed and invalid, which is a caller's bug. */
export function buildFeedback(draft: FeedbackDraft, context: FeedbackContext): Feedback {
  const stated = draft.time === undefined ? undefined : utcMillis(draft.time)?.time;
  const correction = boundCorrection(draft.correction);
  const body = {
    source: {
      kind: draft.source.kind,
      ...defined({
        ref: id(draft.source.ref),
        tool: id(draft.source.tool),
        reply_to: id(draft.source.reply_to),
      }),
    },
    author: boundAuthor(draft.author, context),
    outcome: draft.outcome ?? null,
    tags: boundTags(draft.tags ?? []),
    ...defined({
      agent: id(draft.agent) ?? id(context.agent),
      run: id(draft.run) ?? id(context.run),
      task: id(draft.task) ?? id(context.task),
      epic: id(draft.epic) ?? id(context.epic),
      gate: id(draft.gate) ?? id(context.gate),
      target: boundTarget(draft.target ?? (context.path === undefined ? undefined : { path: context.path })),
      severity: draft.severity,
      category: draft.category,
      wrong: text(draft.wrong, MAX_FEEDBACK_TEXT),
      fix: text(draft.fix, MAX_FEEDBACK_TEXT),
      correction,
      comment: text(draft.comment, MAX_FEEDBACK_TEXT),
      duration_seconds: draft.duration_seconds,
      output: boundOutput(draft.output),
      by_author: draft.by_author,
      ...preferModel(readAgentModel(draft), readAgentModel(context)),
    }),
  };
  const occurrence = occurrenceOf(draft, context, stated);
  const fingerprint = contentFingerprint({ ...body, time: stated, occurrence });
  const eventId = boundedId(eventIdOf(draft, context, fingerprint), MAX_EVENT_ID);
  return {
    schema: FEEDBACK_SCHEMA,
    id: feedbackId(eventId),
    event_id: eventId,
    fingerprint,
    ...body,
    time: stated ?? timeOfReading(context),
    similarity_text: similarityText({ ...body, summary: correction?.summary }),
    original: keepOriginal(draft.original),
  };
}

/**
 * What distinguishes this occurrence from others with the same words: the source's id if it states no time, the
 * delivery's id if the source has no id, and nothing if it has both.
 */
const occurrenceOf = (
  draft: FeedbackDraft,
  context: FeedbackContext,
  stated: string | undefined,
): string | undefined => {
  if (draft.eventKey === undefined) return context.eventId;
  return stated === undefined ? draft.eventKey : undefined;
};

function timeOfReading({ now }: FeedbackContext): string {
  const read = utcMillis(now);
  if (read !== undefined) return read.time;
  throw new RangeError("now must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z");
}

/** The kind comes first, so that a decision and a comment with the same number stay two events. */
function eventIdOf(draft: FeedbackDraft, context: FeedbackContext, fingerprint: string): string {
  const kind = draft.eventKind ?? draft.source.kind;
  if (draft.eventKey !== undefined) return `${kind}:${draft.eventKey}`;
  const deliveryId = context.eventId?.trim() ?? "";
  return deliveryId === "" ? `${kind}:${fingerprint}` : `${kind}:${deliveryId}#${draft.part ?? fingerprint}`;
}

function boundAuthor(author: FeedbackAuthor, context: FeedbackContext): FeedbackAuthor {
  const outside = author.trust === "outsider" || context.author?.trust === "outsider";
  return { id: id(author.id) ?? "unknown", trust: outside ? "outsider" : author.trust };
}

function boundTags(tags: readonly string[]): readonly string[] {
  const kept = new Set<string>();
  for (const tag of tags) {
    const bounded = boundedId(tag, MAX_TAG);
    if (bounded !== "") kept.add(bounded);
    if (kept.size === MAX_TAGS) break;
  }
  return [...kept];
}

function boundTarget(target: FeedbackTarget | undefined): FeedbackTarget | undefined {
  if (target === undefined) return undefined;
  const { location } = target;
  const reference = location?.type === "lines" ? undefined : text(location?.reference, MAX_PATH);
  const named =
    location !== undefined && location.type !== "lines" && reference !== undefined
      ? { type: location.type, reference }
      : undefined;
  return definedOrAbsent({
    path: text(target.path, MAX_PATH),
    location: location?.type === "lines" ? location : named,
  });
}

const boundCorrection = (correction: Known<Correction> | undefined): Correction | undefined =>
  definedOrAbsent({
    diff: text(correction?.diff, MAX_DIFF),
    diff_path: text(correction?.diff_path, MAX_PATH),
    summary: text(correction?.summary, MAX_SUMMARY),
  });

function boundOutput(output: Feedback["output"]): Feedback["output"] {
  const agent = id(output?.agent_sha);
  if (agent === undefined) return undefined;
  return { agent_sha: agent, ...defined({ approved_sha: id(output?.approved_sha) }) };
}

const id = (value: string | undefined): string | undefined => boundedId(value ?? "") || undefined;

const text = (value: string | undefined, max: number): string | undefined =>
  value === undefined || value.trim() === "" ? undefined : clipText(value, max);

function definedOrAbsent<T extends object>(fields: T) {
  const kept = defined(fields);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

type FingerprintedContent = Omit<
  Feedback,
  "schema" | "id" | "event_id" | "fingerprint" | "time" | "original" | "similarity_text"
> & {
  /** Only if the source states it: the time of an import is not content. */
  readonly time?: string | undefined;
  /** Distinguishes this occurrence from others with the same words, if the time does not. */
  readonly occurrence?: string | undefined;
};

/**
 * Two deliveries are one occurrence, even under different event ids, if they have the same words, location, author,
 * run and stated time. The same complaint repeated, by somebody else or on another run is a new occurrence:
 * counting those is how Emend learns.
 */
function contentFingerprint(content: FingerprintedContent): string {
  const { source, author, target, correction, output } = content;
  const parts: readonly unknown[] = [
    source.kind,
    source.tool,
    author.id,
    content.time,
    content.occurrence,
    content.outcome,
    content.tags.toSorted(),
    [content.agent, content.run, content.task, content.epic, content.gate],
    target?.path,
    locationParts(target?.location),
    [content.severity, content.category],
    [content.wrong, content.fix, content.comment],
    [correction?.diff, correction?.diff_path, correction?.summary],
    [output?.agent_sha, output?.approved_sha],
    content.duration_seconds,
  ];
  return hash64(JSON.stringify(parts));
}

function locationParts(location: NonNullable<Feedback["target"]>["location"]): readonly unknown[] {
  if (location === undefined) return [];
  return location.type === "lines"
    ? [location.line, location.end_line, location.side]
    : [location.type, location.reference];
}
