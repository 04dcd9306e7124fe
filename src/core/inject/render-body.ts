import { byCodeUnits } from "../text/code-points.ts";
import { globForms, MAX_FORMS } from "../rule/glob.ts";
import type { ActiveRule } from "../rule/select-rules.ts";
import { renderRules, RULES_HEADING } from "../rule/render-rules.ts";

/** Signs that every format and every glob library reads as `matchesGlob` does, and that need no quoting. */
const PLAIN = /^[\p{L}\p{N}_./*?@+~-]{1,256}$/u;

/**
 * The globs of a rule as other tools read them: written out from the root, without braces, in one order. Undefined
 * where one of them cannot be said so, such as a name with brackets or a comma; then the rule has to say it in words.
 */
export function portableGlobs(paths: readonly string[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const path of paths) {
    const forms = globForms(path);
    if (forms === undefined) return undefined;
    for (const glob of forms) {
      if (!isPortable(glob) || found.size >= MAX_FORMS) return undefined;
      found.add(glob);
    }
  }
  return found.size === 0 ? undefined : [...found].toSorted(byCodeUnits);
}

/** Two stars that are not a whole part of a path mean different things to different tools. */
const isPortable = (glob: string): boolean =>
  PLAIN.test(glob) &&
  glob
    .split("/")
    .every((part) => part !== "" && part !== ".." && part !== "." && (part === "**" || !part.includes("**")));

/** A sign before the `@` that belongs to a word makes it an address, which nobody loads. */
const guardMentions = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}_.+-])@\S*/gu, (mention) => `\`${mention}\``);

/** Where the rules come from, for whoever reads the file. */
const SOURCE = "People approved these rules after feedback on earlier work; `emend inject` keeps them here.";

/** The rules as a rule file holds them, or an empty text for none. */
export function renderBody(rules: readonly ActiveRule[]): string {
  const groups = renderRules(rules, { heading: "" });
  if (groups === "") return "";
  return [RULES_HEADING, "", SOURCE, "", ...groups.trimEnd().split("\n").map(guardReferences)].join("\n");
}

/** The same rules without a word on where they hold, for files that are read for those paths only. */
export const withoutPaths = (rules: readonly ActiveRule[]): readonly ActiveRule[] =>
  rules.map((rule) => ({ ...rule, scope: { ...rule.scope, paths: [] } }));

/**
 * One line of a rule file in which nothing is taken for an order to the program that reads it. Coding agents load
 * the file after an `@` and run the command in "!`…`", whoever wrote the rule; neither happens to an `@` in a code
 * span, and a blank after the exclamation mark makes it one.
 */
export function guardReferences(line: string): string {
  const pieces = line.split("`");
  // Every second piece is inside a code span.
  const spanned = pieces.map((piece, at) => (at % 2 === 0 ? guardMentions(piece) : piece)).join("`");
  const isPaired = pieces.length % 2 === 1 && !spanned.includes("``");
  // Code spans that cannot be told apart for certain are given up.
  return (isPaired ? spanned : guardMentions(pieces.join(""))).replaceAll("!`", "! `");
}
