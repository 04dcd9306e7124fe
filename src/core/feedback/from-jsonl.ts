import { issuePath } from "../json/issue-path.ts";
import { isJsonObject } from "../json/json-object.ts";
import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackContext } from "./feedback-context.ts";
import { feedbackId } from "./feedback-id.ts";
import { createReadingLog, type FeedbackReading } from "./feedback-reading.ts";
import { feedbackSchema } from "./feedback-schema.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_SEVERITIES,
  OUTCOMES,
  TRUSTS,
  type Feedback,
  type FeedbackAuthor,
} from "./feedback.ts";
import { fieldOf, lineOf, oneOf, textOf, textsOf, type JsonObject } from "../json/read-json.ts";
import { statedTime } from "./stated-time.ts";
import { summariseDiff } from "./summarise-diff.ts";
import { targetLines } from "./target-lines.ts";

/** What a line may say it is: words in which a failure was heard, as hooks send them. */
const SAID_KINDS = ["signal"] as const;

/**
 * One line of a JSONL import: either a record that Emend wrote, which stays itself, or an object that uses
 * the record's own words for what it knows, with `path`, `line`, `end_line` and `diff` beside them. Who
 * names no trust is an outsider, unless the context vouches for the file.
 */
export function fromJsonl(input: unknown, context: FeedbackContext): FeedbackReading {
  const log = createReadingLog();
  if (!isJsonObject(input)) {
    log.skip("not_an_object", "", "expected one JSON object a line");
    return log.read();
  }
  if (input["schema"] !== undefined) {
    const parsed = feedbackSchema.safeParse(input);
    if (parsed.success && parsed.data.id !== feedbackId(parsed.data.event_id)) {
      // Otherwise a line could take another record's place.
      log.skip("invalid_value", "id", "does not belong to its event_id");
    } else if (parsed.success) {
      log.add(distrust(parsed.data, context), "");
    } else {
      const [issue] = parsed.error.issues;
      const path = issuePath(issue?.path ?? []);
      log.skip("invalid_value", path, `is no record of schema 1: ${issue?.message ?? ""}`);
    }
    return log.read();
  }
  const text = (name: string): string | undefined => textOf(fieldOf(input, name));
  const outcome = oneOf(input["outcome"], OUTCOMES) ?? null;
  const words = [text("wrong"), text("fix"), text("comment"), text("diff")];
  if (outcome === null && words.every((word) => word === undefined)) {
    log.skip("nothing_said", "", "expected at least one of wrong, fix, comment, diff or outcome");
    return log.read();
  }
  const path = text("path");
  const duration = input["duration_seconds"];
  const diff = text("diff");
  const record = buildFeedback(
    {
      source: { kind: oneOf(input["kind"], SAID_KINDS) ?? "jsonl", ref: text("id"), tool: text("tool") },
      eventKey: text("event_id") ?? text("id"),
      author: authorOf(input, context),
      time: statedTime(input["time"], "time", log),
      outcome,
      agent: text("agent"),
      run: text("run"),
      task: text("task"),
      epic: text("epic"),
      gate: text("gate"),
      target:
        path === undefined
          ? undefined
          : { path, ...targetLines(lineOf(input["line"]), lineOf(input["end_line"])) },
      severity: oneOf(input["severity"], FEEDBACK_SEVERITIES),
      category: oneOf(input["category"], FEEDBACK_CATEGORIES),
      tags: textsOf(input["tags"]),
      wrong: text("wrong"),
      fix: text("fix"),
      comment: text("comment"),
      correction: { diff, summary: diff === undefined ? undefined : summariseDiff(diff) },
      duration_seconds:
        typeof duration === "number" && Number.isFinite(duration) && duration >= 0 ? duration : undefined,
      original: input,
    },
    context,
  );
  log.add(record, "");
  return log.read();
}

function authorOf(input: JsonObject, context: FeedbackContext): FeedbackAuthor {
  const { author } = input;
  const id = textOf(author) ?? textOf(fieldOf(author, "id")) ?? context.author?.id ?? "unknown";
  return { id, trust: oneOf(fieldOf(author, "trust"), TRUSTS) ?? context.author?.trust ?? "outsider" };
}

const distrust = (record: Feedback, context: FeedbackContext): Feedback =>
  context.author?.trust === "outsider"
    ? { ...record, author: { ...record.author, trust: "outsider" } }
    : record;
