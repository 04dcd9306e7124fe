import { defined } from "../defined.ts";
import { issuePath, valueAt, fieldOf, textOf } from "../json/json.ts";
import { buildFeedback, statedTime } from "./build-feedback.ts";
import { type DecisionEvent, decisionEventSchema, OUTCOME_OF_DECISION } from "./decision-event.ts";
import {
  type FeedbackContext,
  createReadingLog,
  type FeedbackReading,
  type ReadingLog,
} from "./feedback-reading.ts";
import type { Result } from "../result.ts";
import type { Feedback, FeedbackTarget } from "./feedback.ts";
import { summariseDiff } from "./summarise-diff.ts";

/** Reads the file that a decision names, or says why it cannot. */
export type ReadCorrection = (path: string) => Result<string, string>;

export interface DecisionContext extends FeedbackContext {
  /** The contents of the file at the event's `correction_diff_path`. */
  readonly correctionDiff?: string;
  /** Reads that file; without this it is ignored. */
  readonly readCorrection?: ReadCorrection;
  /** The file that the work is in, if known. */
  readonly target?: FeedbackTarget;
}

/** The name in the diff of an output that is no file. */
export const UNNAMED_OUTPUT = "output";

/** Additional keys that name the agent, the likeliest first. */
const AGENT_KEYS = ["agent", "agent_name", "agent_id"] as const;

/**
 * Makes one record of a decision event; `toDecisionEvent` is the inverse. The event's schema does not name the
 * agent, so it comes from an additional key or from the context.
 */
export function fromDecision(input: unknown, context: DecisionContext): FeedbackReading {
  const log = createReadingLog();
  const parsed = decisionEventSchema.safeParse(input);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const path = issuePath(issue.path);
      const missing = issue.path.length > 0 && valueAt(input, issue.path) === undefined;
      const reason = path === "" ? "not_an_object" : missing ? "missing_field" : "invalid_value";
      log.skip(reason, path, `${path || "the event"}: ${issue.message}; see the decision event's fields`);
    }
    return log.read();
  }
  log.add(decisionRecord(parsed.data, context, log, input), "");
  return log.read();
}

/** Makes the record of a valid event. */
export function decisionRecord(
  event: DecisionEvent,
  context: DecisionContext,
  log: ReadingLog = createReadingLog(),
  original: unknown = event,
): Feedback {
  const diffPath = event.correction_diff_path ?? undefined;
  const diff =
    textOf(context.correctionDiff) ??
    textOf(fieldOf(original, "correction_diff")) ??
    readDiff(diffPath, context.readCorrection, log);
  return buildFeedback(
    {
      source: { kind: "decision", ref: event.decision_id },
      eventKey: event.decision_id,
      author: { id: event.reviewer_id, trust: "person" },
      time: statedTime(event.timestamp, "timestamp", log),
      outcome: OUTCOME_OF_DECISION[event.decision],
      gate: event.gate_id,
      epic: event.epic_id,
      task: event.task_id ?? undefined,
      agent: AGENT_KEYS.map((key) => textOf(fieldOf(original, key))).find((agent) => agent !== undefined),
      run: textOf(fieldOf(original, "run_id")),
      target: context.target,
      tags: event.tags ?? [],
      comment: event.reviewer_comment ?? undefined,
      duration_seconds: event.review_duration_seconds,
      correction: {
        diff,
        diff_path: diffPath,
        summary: diff === undefined ? undefined : summariseDiff(diff),
      },
      output: {
        agent_sha: event.agent_output_sha,
        ...defined({ approved_sha: event.approved_output_sha ?? undefined }),
      },
      original,
    },
    context,
  );
}

/** Only diffs are accepted, so that naming a path cannot leak any other file into a record. */
const HUNK = /^@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@/m;

function readDiff(
  path: string | undefined,
  readCorrection: ReadCorrection | undefined,
  log: ReadingLog,
): string | undefined {
  if (path === undefined || path.trim() === "" || readCorrection === undefined) return undefined;
  const read = readCorrection(path.trim());
  if (read.ok && HUNK.test(read.value)) return read.value;
  const why = read.ok ? "is not a unified diff" : read.error;
  const message = `the file ${JSON.stringify(path.slice(0, 200))} ${why}; the decision is stored without it`;
  log.change("correction_unread", "correction_diff_path", message);
  return undefined;
}
