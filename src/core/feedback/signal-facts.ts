import type { FeedbackTarget } from "./feedback.ts";
import { lineOf, textOf, textsOf, type JsonObject } from "../json/read-json.ts";
import { targetLines } from "./target-lines.ts";

const MAX_TESTS = 20;

/** What a signal's facts say went wrong, in one line; nothing where they do not say. */
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

/** The place that a signal's facts name. */
export function factsTarget(facts: JsonObject): FeedbackTarget | undefined {
  const file = textOf(facts["file"]);
  return file === undefined ? undefined : { path: file, ...targetLines(lineOf(facts["line"])) };
}
