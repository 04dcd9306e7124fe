import { issuePath, isJsonObject, fieldOf, lineOf, oneOf, textOf, type JsonObject } from "../json/json.ts";
import { buildFeedback, statedTime, targetLines } from "./build-feedback.ts";
import {
  type FeedbackContext,
  createReadingLog,
  type FeedbackReading,
  type ReadingLog,
  skipped,
} from "./feedback-reading.ts";
import {
  feedbackId,
  FEEDBACK_CATEGORIES,
  FEEDBACK_SEVERITIES,
  OUTCOMES,
  TRUSTS,
  type Feedback,
  type FeedbackAuthor,
  type Outcome,
} from "./feedback.ts";
import { feedbackSchema } from "./feedback-schema.ts";
import { summariseDiff } from "./summarise-diff.ts";
import { authorIdOf, numberOf, outcomeOf, tagsOf, timeText, resolveAliases, wordOf } from "./key-aliases.ts";

/** Kinds that a line may state: `signal` is text in which a hook detected a failure. */
const ACCEPTED_KINDS = ["signal"] as const;

/**
 * Reads one line of a JSONL import: either a record that Emend wrote, which is kept as it is, or an object with the
 * record's own field names, `path`, `line`, `end_line` and `diff`, or their usual aliases. An author without a
 * stated trust is an outsider, unless the context vouches for the file.
 */
export function fromJsonl(input: unknown, context: FeedbackContext): FeedbackReading {
  const log = createReadingLog();
  if (!isJsonObject(input)) return skipped("not_an_object", "", "expected one JSON object per line");
  if (input["schema"] !== undefined) {
    const parsed = feedbackSchema.safeParse(input);
    if (parsed.success && parsed.data.id !== feedbackId(parsed.data.event_id)) {
      // Otherwise a line could overwrite another record.
      log.skip("invalid_value", "id", "does not belong to its event_id");
    } else if (parsed.success) {
      log.add(distrust(parsed.data, context), "");
    } else {
      const [issue] = parsed.error.issues;
      const path = issuePath(issue?.path ?? []);
      log.skip("invalid_value", path, `is not a record of schema 1: ${issue?.message ?? ""}`);
    }
    return log.read();
  }
  const { line, unknown } = resolveAliases(input);
  const text = (name: string): string | undefined => textOf(fieldOf(line, name));
  const word = (name: string): string | undefined => wordOf(fieldOf(line, name));
  const outcome = outcomeIn(line, log);
  const words = [text("wrong"), text("fix"), text("comment"), text("diff")];
  if (outcome === null && words.every((one) => one === undefined)) {
    const outcomeHint =
      textOf(line["outcome"]) === undefined ? "" : `; ${quoted(line["outcome"])} is not an outcome`;
    log.skip(
      "nothing_said",
      "",
      `expected at least one of wrong, fix, comment, diff or outcome${outcomeHint}`,
    );
    return { ...log.read(), unknown };
  }
  const path = text("path");
  const duration = numberOf(line["duration_seconds"]);
  const diff = text("diff");
  const record = buildFeedback(
    {
      source: { kind: oneOf(line["kind"], ACCEPTED_KINDS) ?? "jsonl", ref: word("id"), tool: text("tool") },
      eventKey: word("event_id") ?? word("id"),
      author: authorOf(line, context),
      time: statedTime(timeText(line["time"]) ?? line["time"], "time", log),
      outcome,
      agent: word("agent"),
      run: word("run"),
      task: word("task"),
      epic: word("epic"),
      gate: word("gate"),
      target:
        path === undefined
          ? undefined
          : {
              path,
              ...targetLines(lineOf(numberOf(line["line"])), lineOf(numberOf(line["end_line"]))),
            },
      severity: oneOf(line["severity"], FEEDBACK_SEVERITIES),
      category: oneOf(line["category"], FEEDBACK_CATEGORIES),
      tags: tagsOf(line["tags"]),
      wrong: text("wrong"),
      fix: text("fix"),
      comment: text("comment"),
      correction: { diff, summary: diff === undefined ? undefined : summariseDiff(diff) },
      duration_seconds: duration !== undefined && duration >= 0 ? duration : undefined,
      model: text("model"),
      agent_version: text("agent_version"),
      original: input,
    },
    context,
  );
  log.add(record, "");
  return { ...log.read(), unknown };
}

function outcomeIn(line: JsonObject, log: ReadingLog): Outcome | null {
  const value = line["outcome"];
  if (value === undefined || value === null) return null;
  const outcome = outcomeOf(value);
  if (outcome !== undefined) return outcome;
  const message = `${quoted(value)} is not an outcome: expected ${OUTCOMES.join(", ")}; the rest of the line is used`;
  log.change("outcome_unknown", "outcome", message);
  return null;
}

const quoted = (value: unknown): string => (JSON.stringify(value) ?? "").slice(0, 60);

function authorOf(line: JsonObject, context: FeedbackContext): FeedbackAuthor {
  const { author } = line;
  const trust = oneOf(fieldOf(author, "trust"), TRUSTS) ?? oneOf(line["trust"], TRUSTS);
  return {
    id: authorIdOf(author) ?? context.author?.id ?? "unknown",
    trust: trust ?? context.author?.trust ?? "outsider",
  };
}

const distrust = (record: Feedback, context: FeedbackContext): Feedback =>
  context.author?.trust === "outsider"
    ? { ...record, author: { ...record.author, trust: "outsider" } }
    : record;
