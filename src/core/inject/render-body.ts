import type { ActiveRule } from "../rule/select-rules.ts";
import { renderRules, RULES_HEADING } from "../rule/render-rules.ts";

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
