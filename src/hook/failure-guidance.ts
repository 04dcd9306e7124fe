import { applyActions } from "../core/prompt/apply-actions.ts";
import { quoteCode, quoteFactWords } from "../core/prompt/quote-fact.ts";
import { QUOTES_TRUST } from "../core/rule/trust-words.ts";
import type { Signal, SignalType } from "../core/signal/signal.ts";

const HEADLINES: Readonly<Record<SignalType, string>> = {
  runtime_error: "Emend detected an error",
  verification_failure: "Emend detected a failed check",
  user_rejection: "Emend detected that the last answer was rejected",
  partial_success: "Emend detected that the last answer is only partly right",
};
const MAX_TESTS = 10;

export interface DetectedFailure {
  readonly signal: Signal;
  /** The text that it was detected in. */
  readonly text: string;
  readonly command?: string;
}

/** Type, facts and what to do. Text from outside is quoted so that it cannot pass as instructions. */
export function failureGuidance({ signal, text, command }: DetectedFailure): string {
  const { prompt } = applyActions("", signal, text);
  return [
    `${HEADLINES[signal.type]}${inCommand(command)}. ${QUOTES_TRUST}`,
    ...factLines(signal),
    "",
    prompt.trim(),
  ]
    .join("\n")
    .trim();
}

/** Guidance for a failure that the agent was already told about. */
export function repeatedFailureGuidance({ signal, command }: DetectedFailure, count: number): string {
  const what = quoteFactWords(failureSummary(signal));
  return [
    `${HEADLINES[signal.type]}${inCommand(command)} again, the same as before: ${ordinal(count)} time in this session${what === undefined ? "" : `, ${what}`}.`,
    "Your last attempts did not change it: look for a different cause before you try again.",
  ].join("\n");
}

/** The refined goal after a rejection; undefined if the person only says that they are not content. */
export function refinedGoalGuidance({ signal, text }: DetectedFailure): string | undefined {
  const { applied, prompt } = applyActions("", signal, text);
  return applied.length === 0 ? undefined : `${HEADLINES[signal.type]}.\n\n${prompt.trim()}`;
}

/** One line that distinguishes a failure from others. */
export function failureSummary({ type, facts }: Signal): string {
  const tests = facts.failing_tests?.slice(0, MAX_TESTS).join(", ");
  const error = [facts.error_type, facts.error_message].filter(Boolean).join(": ");
  return (
    [tests, error, facts.file].find((part) => part !== undefined && part !== "") ?? type.replaceAll("_", " ")
  );
}

function inCommand(command: string | undefined): string {
  const quoted = quoteCode(command);
  return quoted === undefined ? "" : ` in ${quoted}`;
}

function factLines({ facts }: Signal): readonly string[] {
  const tests = (facts.failing_tests ?? []).slice(0, MAX_TESTS).flatMap((test) => quoteCode(test) ?? []);
  const more = (facts.failing_tests?.length ?? 0) - tests.length;
  const named = {
    "failing tests":
      tests.length === 0 ? undefined : `${tests.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    error: quoteCode(facts.error_message ?? facts.error_type),
    place: formatLocation(facts.file, facts.line),
    "exit code": facts.exit_code === undefined ? undefined : String(facts.exit_code),
  };
  return Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`- ${name}: ${value}`],
  );
}

function formatLocation(file: string | undefined, line: number | undefined): string | undefined {
  const path = quoteCode(file);
  return path === undefined || line === undefined ? path : `${path}, line ${line}`;
}

function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `the ${count}${ending}`;
}
