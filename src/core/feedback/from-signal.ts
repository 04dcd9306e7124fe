import type { FeedbackTarget, FeedbackAuthor, Feedback } from "./feedback.ts";
import { lineOf, textOf, textsOf, type JsonObject, fieldOf, listOf, objectOf, oneOf } from "../json/json.ts";
import { targetLines, buildFeedback } from "./build-feedback.ts";
import { SIGNAL_TYPES, type Signal, type SignalType } from "../signal/signal.ts";
import { type FeedbackContext, createReadingLog, type FeedbackReading, skipped } from "./feedback-reading.ts";

const MAX_TESTS = 20;

/** Describes the failure in one line, if the facts contain anything about it. */
export function factsText(facts: JsonObject): string | undefined {
  const text = (name: string): string | undefined => textOf(facts[name]);
  const [error, message, expected, actual] = [
    text("error_type"),
    text("error_message"),
    text("expected"),
    text("actual"),
  ];
  const tests = textsOf(facts["failing_tests"]).slice(0, MAX_TESTS);
  const parts = [
    error !== undefined && message !== undefined && !message.startsWith(error)
      ? `${error}: ${message}`
      : (message ?? error),
    tests.length === 0 ? undefined : `failing tests: ${tests.join(", ")}`,
    expected !== undefined && actual !== undefined ? `expected ${expected}, got ${actual}` : undefined,
    text("gap"),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** The location that a signal's facts name. */
export function factsTarget(facts: JsonObject): FeedbackTarget | undefined {
  const file = textOf(facts["file"]);
  return file === undefined ? undefined : { path: file, ...targetLines(lineOf(facts["line"])) };
}

const DETECTOR: FeedbackAuthor = { id: "detector", trust: "tool" };

/** The description if there are neither facts nor words: fixed per type, so that such records stay similar. */
export const DEFAULT_DESCRIPTION: Readonly<Record<SignalType, string>> = {
  runtime_error: "The work failed while it ran",
  verification_failure: "A check of the work failed",
  user_rejection: "The user refused the work",
  partial_success: "The work is only partly right",
};

const MAX_QUOTES = 5;

/**
 * Makes one record. A signal is detected in free text and decides nothing, so it has no outcome. It only holds the
 * position of a person's words; `text`, in which it was detected, supplies the words themselves.
 */
export function fromSignal(signal: Signal, context: FeedbackContext, text?: string): FeedbackReading {
  const type = oneOf(fieldOf(signal, "type"), SIGNAL_TYPES);
  if (type === undefined) {
    return skipped("invalid_value", "type", `expected one of ${SIGNAL_TYPES.join(", ")}`);
  }
  const log = createReadingLog();
  const facts = objectOf(signal.facts);
  const words = wordsOf(signal, text);
  const record = buildFeedback(
    {
      source: { kind: "signal", tool: textOf(facts["framework"]) },
      author: context.author ?? DETECTOR,
      target: factsTarget(facts),
      tags: [type],
      wrong: factsText(facts) ?? (words === undefined ? DEFAULT_DESCRIPTION[type] : undefined),
      fix: textOf(facts["clarification"]),
      comment: words,
      original: signal,
    },
    context,
  );
  log.add(record, "");
  return log.read();
}

/** The person's own words. A tool's output is already in the facts. */
function wordsOf(signal: Signal, text: string | undefined): string | undefined {
  if (signal.type !== "user_rejection" && signal.type !== "partial_success") return undefined;
  if (text !== undefined && text.trim() !== "") return text.trim();
  const quotes = listOf(signal.evidence)
    .map((evidence) => textOf(fieldOf(evidence, "text")))
    .filter((quote) => quote !== undefined);
  return quotes.length === 0 ? undefined : [...new Set(quotes)].slice(0, MAX_QUOTES).join("\n");
}

const INSTRUCTION_TAG = "standing_instruction";

/** Makes one record of a standing instruction, with only the sentence that contains it. */
export const fromInstruction = (
  sentence: string,
  context: FeedbackContext & { readonly author: FeedbackAuthor },
): Feedback =>
  buildFeedback(
    {
      source: { kind: "signal" },
      author: context.author,
      tags: [INSTRUCTION_TAG],
      comment: sentence,
      original: { standing_instruction: sentence },
    },
    context,
  );
