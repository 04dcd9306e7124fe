import { anyRule } from "./any-of.ts";
import type { Says, Weight } from "../observation.ts";
import type { SignalFacts } from "../signal.ts";
import type { LineReader, Recogniser, Report } from "./recogniser.ts";

const LONGEST_FACT = 300;

/**
 * One form of line and what it says: a strong runtime error unless told otherwise. The named groups `type`, `message`,
 * `file`, `line` and `exit` become facts; `nothing` keeps the rules after it from a line that only looks like a failure.
 */
export interface LineRule {
  readonly pattern: RegExp;
  readonly weight?: Weight;
  readonly says?: Says | "nothing";
  readonly facts?: SignalFacts;
}

/** A recogniser that needs no state: the first rule whose pattern is found in the line decides. */
export function lineRules(
  name: string,
  triggers: readonly string[],
  rules: readonly LineRule[],
  common: SignalFacts = {},
): Recogniser {
  const reader: LineReader = {
    readLine: ({ text }, report) => {
      applyRules(rules, text, report, common);
    },
  };
  return { name, triggers, createReader: () => reader };
}

const patternOf = ({ pattern }: LineRule): RegExp => pattern;

/** Applies the first rule that fits and tells whether one did. */
export function applyRules(
  rules: readonly LineRule[],
  text: string,
  report: Report,
  common: SignalFacts = {},
): boolean {
  if (!anyRule(rules, patternOf)(text)) return false;
  for (const { pattern, weight = "strong", says = "runtime_error", facts } of rules) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if (says !== "nothing")
      report.see({ says, weight, facts: { ...common, ...facts, ...groupFacts(match.groups) } });
    return true;
  }
  return false;
}

/** The facts held by the named groups of a match. */
export function groupFacts(groups: Readonly<Record<string, string | undefined>> | undefined): SignalFacts {
  const type = factText(groups?.["type"]);
  const message = factText(groups?.["message"]);
  const file = factText(groups?.["file"]);
  const line = wholeNumber(groups?.["line"]);
  const exit = wholeNumber(groups?.["exit"]);
  return {
    ...(type === undefined ? {} : { error_type: type }),
    ...(message === undefined ? {} : { error_message: message }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(exit === undefined ? {} : { exit_code: exit }),
  };
}

/** A value as facts carry it: trimmed, bounded, and left out when empty. */
export function factText(value: string | undefined): string | undefined {
  const text = value?.trim().slice(0, LONGEST_FACT).trim();
  return text === undefined || text === "" ? undefined : text;
}

function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined || value === "") return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}
