import { anyRule } from "./any-of.ts";
import { languageOfFile } from "./language-of-file.ts";
import type { LineReader, Recogniser, Seen } from "./recogniser.ts";
import type { SignalFacts } from "../signal.ts";
import type { Says, Weight } from "../observation.ts";

/**
 * What one shape of line means. The expression's groups `code`, `message`, `file` and `line` become facts;
 * a `counted` rule has a group `count` of errors, and none of them is a success.
 */
export interface LineRule {
  readonly when: RegExp;
  readonly says: Says | "counted" | "nothing";
  readonly weight: Weight;
  readonly facts?: SignalFacts;
}

/** A line that shows one error of a check. */
export const fails = (when: RegExp, facts?: SignalFacts): LineRule =>
  rule(when, "verification_failure", "strong", facts);

/** A line that settles that a check failed. */
export const settlesFailure = (when: RegExp, facts?: SignalFacts): LineRule =>
  rule(when, "verification_failure", "proof", facts);

/** A line that settles that a check passed. */
export const settlesSuccess = (when: RegExp, facts?: SignalFacts): LineRule =>
  rule(when, "success", "proof", facts);

/** A line that speaks for a check that passed, while others in the same text may have failed. */
export const passes = (when: RegExp, facts?: SignalFacts): LineRule => rule(when, "success", "strong", facts);

/** A summary that counts errors: none proves success, any proves failure. */
export const countsErrors = (when: RegExp, facts?: SignalFacts): LineRule =>
  rule(when, "counted", "proof", facts);

/** A line that looks like an error to a later rule and is none. */
export const ignores = (when: RegExp): LineRule => rule(when, "nothing", "weak");

/** A recogniser that reads each line on its own: the first rule that fits speaks. */
export function lineRules(
  name: string,
  triggers: readonly string[],
  facts: SignalFacts,
  rules: readonly LineRule[],
): Recogniser {
  return {
    name,
    triggers,
    createReader: (): LineReader => ({
      readLine: ({ text }, report) => {
        const seen = applyRules(rules, text, facts);
        if (seen !== undefined) report.see(seen);
      },
    }),
  };
}

/** What the first fitting rule says of a line, tried as it stands and then without the origin put before it. */
export function applyRules(
  rules: readonly LineRule[],
  text: string,
  facts: SignalFacts = {},
): Seen | undefined {
  const bare = withoutOrigin(text);
  const mayFit = anyRule(rules, ({ when }) => when);
  for (const candidate of bare === text ? [text] : [text, bare]) {
    if (!mayFit(candidate)) continue;
    for (const each of rules) {
      const match = each.when.exec(candidate);
      if (match === null) continue;
      return each.says === "nothing" ? undefined : seenBy(each, each.says, match, facts);
    }
  }
  return undefined;
}

/** The tool's own line, without what a build tool, a package manager or a person put before it. */
export function withoutOrigin(text: string): string {
  return text.slice(ORIGIN.exec(text)?.[0].length ?? 0);
}

const LONGEST_FACT = 300;

/** What build tools, package managers and people put before a tool's own line. */
const ORIGIN =
  /^(?:[│|>] {1,3}|#{0,2}\[(?:exec|javac|kotlinc|groovyc|ERROR|error|ERR)\] {0,8}|npm (?:ERR!|error) |remote: {1,4}|(?:ERROR|Error) in |Error: |@?[\w./-]{1,60}:[a-z][\w:-]{0,30}: |[\w@./-]{1,60} (?:lint|build|check|typecheck|type-check|compile)(?::\w{1,20})?: )/;

function rule(when: RegExp, says: LineRule["says"], weight: Weight, facts?: SignalFacts): LineRule {
  return { when, says, weight, ...(facts === undefined ? {} : { facts }) };
}

function seenBy(each: LineRule, says: Says | "counted", match: RegExpExecArray, common: SignalFacts): Seen {
  const groups = match.groups ?? {};
  const facts: SignalFacts = { ...common, ...each.facts, ...factsOf(groups) };
  if (says !== "counted") return { says, weight: each.weight, facts };
  return {
    says: /^(?:0+|no|zero)$/i.test(groups["count"] ?? "") ? "success" : "verification_failure",
    weight: each.weight,
    facts,
  };
}

function factsOf(groups: Readonly<Record<string, string | undefined>>): SignalFacts {
  const { code, message, file, line } = groups;
  const language = file === undefined ? undefined : languageOfFile(file);
  return {
    ...(code === undefined ? {} : { error_type: code.slice(0, LONGEST_FACT) }),
    ...(message === undefined || message.trim() === ""
      ? {}
      : { error_message: message.trim().slice(0, LONGEST_FACT) }),
    ...(file === undefined ? {} : { file: file.trim().slice(0, LONGEST_FACT) }),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(language === undefined ? {} : { language }),
  };
}
