import { anyRule } from "./any-of.ts";
import type { Says, Weight } from "../observation.ts";
import type { SignalFacts } from "../signal.ts";
import type { LineReader, Recogniser, Report } from "./recogniser.ts";

const LONGEST_FACT = 300;

/** A line that opens with a quotation mark is a string in source, not output. */
const QUOTED = /^\s{0,80}[[({]?["'`]/;

/** How a tool writes its counts; each expression is global and holds the number in its first or second group. */
export interface CountWords {
  readonly failed: RegExp;
  readonly passed: RegExp;
  /** Skipped, pending and expected failures: on their own they speak only weakly for success. */
  readonly other?: RegExp;
}

/**
 * One form of line a test runner prints. The named groups `test`, `type`, `message`, `file`, `line`,
 * `expected` and `actual` become facts. With `counts` the numbers of the line decide what it says.
 */
export interface TestRule {
  readonly pattern: RegExp;
  readonly says?: Says | "nothing";
  readonly weight?: Weight;
  readonly counts?: CountWords;
  /** Lines to be shown whatever they hold. */
  readonly follow?: number;
}

/** What a reader of one run remembers between lines. */
export interface RunState {
  failed: boolean;
}

/** A recogniser of which the first fitting rule decides; a run that failed once does not succeed by a later line. */
export function testRules(
  name: string,
  triggers: readonly string[],
  rules: readonly TestRule[],
  common: SignalFacts,
): Recogniser {
  return {
    name,
    triggers,
    createReader: (): LineReader => {
      const run: RunState = { failed: false };
      return {
        readLine: ({ text }, report) => {
          applyTestRules(rules, text, report, common, run);
        },
      };
    },
  };
}

const patternOf = ({ pattern }: TestRule): RegExp => pattern;

/** Applies the first rule that fits and tells whether one did. */
export function applyTestRules(
  rules: readonly TestRule[],
  text: string,
  report: Report,
  common: SignalFacts,
  run: RunState = { failed: false },
): boolean {
  if (QUOTED.test(text) || !anyRule(rules, patternOf)(text)) return false;
  for (const { pattern, says = "verification_failure", weight = "strong", counts, follow } of rules) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if (follow !== undefined) report.follow(follow);
    const verdict = counts === undefined ? { says, weight } : verdictOf(match[0], counts);
    if (verdict === undefined || verdict.says === "nothing") return true;
    if (verdict.says === "verification_failure") run.failed = true;
    const demoted = verdict.says === "success" && run.failed;
    report.see({
      says: verdict.says,
      weight: demoted ? "weak" : verdict.weight,
      facts: verdict.says === "success" ? common : { ...common, ...testFacts(match.groups) },
    });
    return true;
  }
  return false;
}

/** What counts say: any failure fails the run, a pass alone proves it, and only skips say little. */
export function verdictOf(
  text: string,
  { failed, passed, other }: CountWords,
): { readonly says: Says; readonly weight: Weight } | undefined {
  if (sumOf(text, failed) > 0) return { says: "verification_failure", weight: "proof" };
  if (sumOf(text, passed) > 0) return { says: "success", weight: "proof" };
  if (other !== undefined && sumOf(text, other) > 0) return { says: "success", weight: "weak" };
  return undefined;
}

/** The sum of the numbers that an expression finds. */
export function sumOf(text: string, words: RegExp): number {
  let sum = 0;
  for (const match of text.matchAll(words)) sum += Number(match[1] ?? match[2] ?? 0);
  return sum;
}

/** The facts held by the named groups of a test runner's line; a value that is blank is left out. */
export function testFacts(groups: Readonly<Record<string, string | undefined>> | undefined): SignalFacts {
  const fact = (name: string): string | undefined =>
    groups?.[name]?.trim().slice(0, LONGEST_FACT).trim() || undefined;
  const test = fact("test");
  const type = fact("type");
  const message = fact("message");
  const file = fact("file");
  const line = fact("line");
  const expected = fact("expected");
  const actual = fact("actual");
  return {
    ...(type === undefined ? {} : { error_type: type }),
    ...(message === undefined ? {} : { error_message: message }),
    ...(test === undefined ? {} : { failing_tests: [test] }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line: Number(line) }),
  };
}
