import { isHole, patternKey, isMetavariable, type PatternTrees } from "./code-pattern.ts";
import type { Check } from "./check.ts";
import type { StructureRule } from "./match-rule.ts";
import { eachNode, type SyntaxNode } from "./syntax-node.ts";

/** One of these texts is in any code that a check hits. */
type Choice = readonly string[];

/** Code needs a text of each choice to be hit: code without one need not be parsed. A choice without texts is never met. */
export function requiredTexts(check: Check, trees?: PatternTrees): readonly Choice[] {
  if (check.kind === "lint") return [[]];
  if (check.kind === "text") return "tokens" in check ? check.tokens.map((token) => [token]) : [];
  return choicesOf(check.rule, trees ?? new Map());
}

export const mayHit = (choices: readonly Choice[], code: string): boolean =>
  choices.every((texts) => texts.some((text) => code.includes(text)));

function choicesOf(rule: StructureRule, trees: PatternTrees): readonly Choice[] {
  const { regex, pattern, has, inside, precedes, follows, all = [], any } = rule;
  const choices: Choice[] = [];
  if (regex !== undefined) choices.push(...textsOfRegex(regex));
  if (pattern !== undefined && !isMetavariable(pattern)) {
    const tree = trees.get(patternKey(pattern));
    choices.push(...(tree === undefined ? [[]] : textsOfPattern(tree)));
  }
  for (const part of [has, inside, precedes, follows, ...all])
    if (part !== undefined) choices.push(...choicesOf(part, trees));
  if (any !== undefined) choices.push(...oneOf(any.map((part) => choicesOf(part, trees))));
  return choices;
}

/** Any of the rules: together they need one text of the choice that says most about each. */
function oneOf(rules: readonly (readonly Choice[])[]): readonly Choice[] {
  const chosen = rules.map((choices) => choices.toSorted((a, b) => shortest(b) - shortest(a))[0]);
  return chosen.every((choice) => choice !== undefined) ? [chosen.flat()] : [];
}

const shortest = (choice: Choice): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...choice.map((text) => text.length));

/** Words of a pattern: punctuation may be left out of code that matches it. */
function textsOfPattern(tree: SyntaxNode): readonly Choice[] {
  const words = new Set<string>();
  for (const node of eachNode(tree))
    if (node.children.length === 0 && !isHole(node) && /^[\p{L}\p{N}_$]+$/u.test(node.text))
      words.add(node.text);
  return [...words].map((word) => [word]);
}

const GROUP = /^\^?\(\?:(?<body>[^()]{0,2000})\)\$?$/u;
const PLAIN = /^\^?(?<body>[^()|]{0,2000}?)\$?$/u;

/** The longest fixed text of each alternative, or nothing if one has none. */
function textsOfRegex(regex: string): readonly Choice[] {
  const group = GROUP.exec(regex)?.groups;
  const body = (group ?? PLAIN.exec(regex)?.groups)?.["body"];
  if (body === undefined || /\\[|()]/u.test(regex)) return [];
  const texts = (group === undefined ? [body] : body.split("|")).map(longestFixed);
  return texts.every((text) => text !== "") ? [texts] : [];
}

function longestFixed(alternative: string): string {
  const runs = alternative
    .replaceAll(
      /\\(?<escaped>[^\p{L}\p{N}])|\[[^\]]{1,8}\]|\.\*/gu,
      (whole: string, escaped: string | undefined) => (escaped === undefined ? GAP : escaped),
    )
    .split(GAP);
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

const GAP = "\u0000";
