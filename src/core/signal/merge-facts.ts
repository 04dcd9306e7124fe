import type { Observation } from "./observation.ts";
import type { SignalFacts } from "./signal.ts";
import type { MessageReading } from "./words/message-reading.ts";

const MOST_TESTS = 20;

/** The facts of everything that supports an answer; where two disagree, proof outranks the rest, then the first told wins. */
export function mergeFacts(
  supporting: readonly Observation[],
  reading: MessageReading | undefined,
  exitCode: number | undefined,
): SignalFacts {
  const ordered = [
    ...supporting.filter((each) => each.weight === "proof"),
    ...supporting.filter((each) => each.weight !== "proof"),
  ].map((each) => each.facts ?? {});
  const all = [...ordered, reading?.facts ?? {}, exitCode === undefined ? {} : { exit_code: exitCode }];
  const merged: Record<string, unknown> = {};
  const tests = new Set<string>();
  for (const facts of all) {
    for (const [name, value] of Object.entries(facts)) {
      if (name !== "failing_tests" && value !== undefined) merged[name] ??= value;
    }
    for (const test of facts.failing_tests ?? []) if (tests.size < MOST_TESTS) tests.add(test);
  }
  if (tests.size > 0) merged["failing_tests"] = withoutShortForms([...tests]);
  return merged;
}

/** Runners name a test twice, with its path and without; the full name says both. */
function withoutShortForms(tests: readonly string[]): readonly string[] {
  return tests.filter(
    (test) =>
      !tests.some((other) => other !== test && SEPARATORS.some((mark) => other.endsWith(mark + test))),
  );
}

const SEPARATORS: readonly string[] = ["::", ".", " > ", " › ", "#", "/"];
