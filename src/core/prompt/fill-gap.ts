import type { Signal, SignalFacts } from "../signal/signal.ts";
import { tellingFact, tellingLine } from "./feedback-excerpt.ts";
import type { GapName } from "./gap-names.ts";
import { cleanFact, quoteCode, quoteWords } from "./quote-fact.ts";
import { readStatedWishes } from "./stated-wishes.ts";

const MOST_TESTS = 10;

/** What a template's gap is filled with; undefined when the feedback does not say. */
export function fillGap(gap: GapName, signal: Signal, feedback: string): string | undefined {
  const { facts } = signal;
  switch (gap) {
    case "error_message":
      return describeError(facts, quoteWords(tellingLine(feedback, signal)));
    case "detected_framework":
      return describePlatform(facts);
    case "test_description":
      return describeTests(facts) ?? describeCheck(facts, quoteWords(tellingLine(feedback, signal)));
    case "expected_behavior":
      return describeExpectation(facts);
    case "clarification_prompt":
      return describeGoal(facts, feedback);
    case "narrowed_scope":
      return quoteWords(readStatedWishes(feedback).scope);
    case "alternatives":
      return listOf(
        readStatedWishes(feedback).alternatives.flatMap((each) => quoteWords(each) ?? []),
        "or",
      );
    case "gap_description":
      return describeGap(facts, feedback);
    case "constraint":
      return describeConstraint(facts, feedback);
    case "issue":
      return describeGap(facts, feedback) === undefined ? undefined : "this";
  }
}

function describeError(
  { error_type, error_message, exit_code, file, line }: SignalFacts,
  heard: string | undefined,
): string | undefined {
  const type = cleanFact(error_type);
  const message = cleanFact(error_message);
  const named = message.includes(type) ? message : `${type}: ${message}`.replace(/: $/, "");
  const error = quoteCode(named) ?? heard;
  const exit = exitCode(exit_code);
  if (error === undefined) return exit === undefined ? undefined : `that ended the run with ${exit}`;
  const details = [place(file, line), exit].filter((detail) => detail !== undefined);
  return details.length === 0 ? error : `${error} (${details.join("; ")})`;
}

function place(file: string | undefined, line: number | undefined): string | undefined {
  const path = quoteCode(file);
  if (path === undefined) return undefined;
  return line !== undefined && Number.isSafeInteger(line) && line > 0 ? `${path}, line ${line}` : path;
}

const exitCode = (code: number | undefined): string | undefined =>
  code !== undefined && Number.isSafeInteger(code) && code !== 0 ? `exit code ${code}` : undefined;

function describePlatform({ framework, language }: SignalFacts): string | undefined {
  const names = [language, framework].map(displayName).filter((name) => name !== undefined);
  return listOf([...new Set(names)], "and");
}

/** Names that are names stand as they are; whatever else comes as one is quoted. */
function displayName(name: string | undefined): string | undefined {
  const clean = cleanFact(name);
  return DISPLAY_NAMES[clean.toLowerCase()] ?? (PLAIN_NAME.test(clean) ? clean : quoteCode(clean));
}

const PLAIN_NAME = /^[A-Z][\w.+#-]{1,29}(?: \d[\d.]{0,9})?$/;
const DISPLAY_NAMES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  c: "C",
  "c#": "C#",
  "c++": "C++",
  csharp: "C#",
  dart: "Dart",
  elixir: "Elixir",
  go: "Go",
  java: "Java",
  javascript: "JavaScript",
  kotlin: "Kotlin",
  node: "Node.js",
  "node.js": "Node.js",
  perl: "Perl",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  scala: "Scala",
  sql: "SQL",
  swift: "Swift",
  typescript: "TypeScript",
}) as Record<string, string>;

function describeTests({ failing_tests = [], framework, error_message }: SignalFacts): string | undefined {
  const names = [...new Set(failing_tests.slice(0, 1000).flatMap((name) => quoteCode(name) ?? []))];
  if (names.length === 0) return undefined;
  const more = names.length - MOST_TESTS;
  const shown = listOf(more > 0 ? [...names.slice(0, MOST_TESTS), `${more} more`] : names, "and");
  const runner = displayName(framework);
  const kind = runner === undefined ? "" : `${runner} `;
  const tests = names.length === 1 ? `the ${kind}test ${shown}` : `these ${kind}tests: ${shown}`;
  const message = quoteCode(error_message);
  if (message === undefined) return tests;
  return names.length === 1
    ? `${tests}, which failed with ${message}`
    : `${tests}; the failure reads ${message}`;
}

function describeCheck(
  { error_type, error_message, framework, exit_code, file, line }: SignalFacts,
  heard: string | undefined,
): string | undefined {
  const message = quoteCode(error_message ?? error_type) ?? heard;
  const tool = displayName(framework);
  const at = place(file, line);
  const exit = exitCode(exit_code);
  if (message !== undefined) {
    const check = tool === undefined ? "the check" : `the ${tool} check`;
    return `${check} that reported ${message}${at === undefined ? "" : ` (${at})`}`;
  }
  if (tool !== undefined) return `the ${tool} check${exit === undefined ? "" : `, which ended with ${exit}`}`;
  return exit === undefined ? undefined : `the check that ended with ${exit}`;
}

function describeExpectation({ expected, actual }: SignalFacts): string | undefined {
  const wanted = quoteCode(expected);
  const got = quoteCode(actual);
  if (wanted === undefined) return undefined;
  return got === undefined || got === wanted ? wanted : `${wanted}, where the last attempt gave ${got}`;
}

function describeGoal({ clarification, gap }: SignalFacts, feedback: string): string | undefined {
  const { scope = "", alternatives } = readStatedWishes(feedback);
  return quoteWords(tellingFact(clarification ?? gap, feedback, [scope, ...alternatives]));
}

function describeGap({ gap, clarification }: SignalFacts, feedback: string): string | undefined {
  const elsewhere = readStatedWishes(feedback).constraints.slice(0, 1);
  return quoteWords(tellingFact(gap ?? clarification, feedback, elsewhere));
}

/** A condition that only says the gap again is none. */
function describeConstraint(facts: SignalFacts, feedback: string): string | undefined {
  const gap = bare(describeGap(facts, feedback));
  const candidates = [
    facts.gap === undefined ? undefined : facts.clarification,
    ...readStatedWishes(feedback).constraints,
  ];
  return candidates
    .map((candidate) => quoteWords(candidate))
    .find(
      (candidate) => candidate !== undefined && !gap.includes(bare(candidate)) && !within(gap, candidate),
    );
}

const bare = (quoted: string | undefined): string => (quoted ?? "").replace(/[“”]/g, "").toLowerCase();
const within = (gap: string, candidate: string): boolean => gap !== "" && bare(candidate).includes(gap);

function listOf(items: readonly string[], joint: "and" | "or"): string | undefined {
  if (items.length <= 1) return items[0];
  return `${items.slice(0, -1).join(", ")} ${joint} ${items.at(-1)}`;
}
