import { SIGNAL_TYPES, type Signal, type SignalType } from "../signal/signal.ts";
import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackContext } from "./feedback-context.ts";
import { createReadingLog, type FeedbackReading } from "./feedback-reading.ts";
import type { FeedbackAuthor } from "./feedback.ts";
import { fieldOf, listOf, objectOf, oneOf, textOf } from "../json/read-json.ts";
import { factsTarget, factsText } from "./signal-facts.ts";

const DETECTOR: FeedbackAuthor = { id: "detector", trust: "tool" };

/** Said when neither fact nor words are known; one sentence a type, so that records of one type stay alike. */
export const UNTOLD: Readonly<Record<SignalType, string>> = {
  runtime_error: "The work failed while it ran",
  verification_failure: "A check of the work failed",
  user_rejection: "The user refused the work",
  partial_success: "The work is only partly right",
};

const MAX_QUOTES = 5;

/**
 * One record. A signal is heard in free text and decides nothing, so it has no outcome. It tells only where a person's
 * words stand; `text`, which it was heard in, gives them to the record.
 */
export function fromSignal(signal: Signal, context: FeedbackContext, text?: string): FeedbackReading {
  const log = createReadingLog();
  const type = oneOf(fieldOf(signal, "type"), SIGNAL_TYPES);
  if (type === undefined) {
    log.skip("invalid_value", "type", `expected one of ${SIGNAL_TYPES.join(", ")}`);
    return log.read();
  }
  const facts = objectOf(signal.facts);
  const words = wordsOf(signal, text);
  const record = buildFeedback(
    {
      source: { kind: "signal", tool: textOf(facts["framework"]) },
      author: context.author ?? DETECTOR,
      target: factsTarget(facts),
      tags: [type],
      wrong: factsText(facts) ?? (words === undefined ? UNTOLD[type] : undefined),
      fix: textOf(facts["clarification"]),
      comment: words,
      original: signal,
    },
    context,
  );
  log.add(record, "");
  return log.read();
}

/** What a person wrote, which no fact replaces; a tool's output is in the facts. */
function wordsOf(signal: Signal, text: string | undefined): string | undefined {
  if (signal.type !== "user_rejection" && signal.type !== "partial_success") return undefined;
  if (text !== undefined && text.trim() !== "") return text.trim();
  const quotes = listOf(signal.evidence)
    .map((evidence) => textOf(fieldOf(evidence, "text")))
    .filter((quote) => quote !== undefined);
  return quotes.length === 0 ? undefined : [...new Set(quotes)].slice(0, MAX_QUOTES).join("\n");
}
