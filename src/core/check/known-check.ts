import type { StructureCheck } from "./check.ts";
import type { Example } from "./draft-context.ts";
import { notDeclared } from "./file-scope.ts";
import { findSite, type Site } from "./find-anchors.ts";
import type { TreeChange } from "./compare-trees.ts";
import { matchNodes, TooManySteps, type RuleMatcher, type StructureRule } from "./match-rule.ts";
import { LEAST_WEIGHT, ruleWeight } from "./rule-weight.ts";
import { ruleWords } from "./rule-words.ts";
import { eachNode, type SyntaxNode } from "./syntax-node.ts";

/** A common mistake with a rule that somebody wrote by hand. */
export interface KnownCheck {
  /** Such as `js/loose-equality`. */
  readonly id: string;
  /** As a reviewer says it. */
  readonly say: string;
  /** `javascript` stands for its dialects as well, `typescript` for TSX. */
  readonly language: string;
  readonly rule: StructureRule;
  /** Names that the rule is about only in files that do not declare them. */
  readonly globals?: readonly string[];
  readonly fix?: string;
  /** Rules of linters that find the same, by the linter's name. */
  readonly linters?: Readonly<Record<string, readonly string[]>>;
  /** Code that nobody corrects. */
  readonly good?: readonly string[];
}

/** A known check as it is written in `catalogue/checks`, with code that shows what it finds and what not. */
export interface WrittenKnownCheck extends KnownCheck {
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

const DIALECTS: Readonly<Record<string, readonly string[]>> = {
  javascript: ["javascript", "jsx", "typescript", "tsx"],
  typescript: ["typescript", "tsx"],
};

/** Whether a check for one language runs on code of another. */
export const coversLanguage = (checkLanguage: string, language: string): boolean =>
  (DIALECTS[checkLanguage] ?? [checkLanguage]).includes(language);

/** The rule with the conditions on the file that it is in. */
export const knownRule = ({ rule, globals = [] }: KnownCheck): StructureRule =>
  globals.length === 0 ? rule : { all: [rule, notDeclared("program", globals)] };

/** A known check that can be run. */
export interface KnownMatcher {
  readonly known: KnownCheck;
  readonly matcher: RuleMatcher;
}

/** Known checks with what tells their words apart. */
export class KnownChecks {
  readonly #matchers: readonly KnownMatcher[];
  readonly #words: readonly ReadonlySet<string>[];
  /** In how many checks a word occurs. */
  readonly #counts = new Map<string, number>();

  constructor(matchers: readonly KnownMatcher[]) {
    this.#matchers = matchers;
    this.#words = matchers.map(({ known: { say, linters = {} } }) =>
      stemsOf([say, ...Object.values(linters).flat()].join(" ")),
    );
    for (const word of this.#words.flatMap((words) => [...words]))
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** The one that finds what every correction changed and nothing that they left, if it is about what they say. */
  find(
    language: string,
    examples: readonly Example[],
    description: string | undefined,
  ): StructureCheck | undefined {
    const sites = examples.flatMap((example) => findSite(example) ?? []);
    if (sites.length === 0 || sites.length < examples.length) return undefined;
    const said = description === undefined ? undefined : stemsOf(description);
    let best: KnownCheck | undefined;
    let most: readonly number[] = [];
    for (const [index, one] of this.#matchers.entries()) {
      const { known } = one;
      const fit = fitInTime(one, sites);
      if (fit === undefined) continue;
      const share = said === undefined ? 1 : this.#share(said, this.#words[index]!);
      const isExact = fit.exact === sites.length;
      const weight = ruleWeight(known.rule);
      const isTold = said !== undefined && share >= LEAST_SHARE;
      const isClear = said === undefined && (isExact || fit.takesAway || weight > LEAST_WEIGHT);
      if (!isTold && !isClear && !(isExact && weight >= LEAST_WEIGHT)) continue;
      const size = JSON.stringify(known.rule).length;
      const rank = [share, -fit.apart, fit.exact, -fit.size, weight, size];
      if (best === undefined || isHigher(rank, most)) [best, most] = [known, rank];
    }
    if (best === undefined) return undefined;
    const { id, fix } = best;
    return {
      kind: "structure",
      language,
      rule: knownRule(best),
      ...(fix === undefined ? {} : { fix }),
      known: id,
    };
  }

  /** How much of what was said a check says too, from 0 to 1. A rare word says more than a common one. */
  #share(said: ReadonlySet<string>, words: ReadonlySet<string>): number {
    let [shared, all] = [0, 0];
    for (const word of said) {
      const rarity = Math.log((this.#words.length + 1) / ((this.#counts.get(word) ?? 0) + 1));
      all += rarity;
      if (words.has(word)) shared += rarity;
    }
    return shared / Math.max(1, all);
  }
}

/** With less in common, the corrections are mostly about something else that the check happens to hit. */
const LEAST_SHARE = 0.28;

interface Fit {
  /** Each correction takes away a word that the rule asks for. */
  readonly takesAway: boolean;
  /** Hits in the code before that the corrections did not touch. */
  readonly apart: number;
  readonly size: number;
  /** In how many corrections a hit is exactly what changed. */
  readonly exact: number;
}

/** A known check that takes too long on somebody's code does not fit. */
function fitInTime(one: KnownMatcher, sites: readonly Site[]): Fit | undefined {
  try {
    return fitOf(one, sites);
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

function fitOf({ known, matcher }: KnownMatcher, sites: readonly Site[]): Fit | undefined {
  let [size, apart, exact] = [0, 0, 0];
  for (const { example, changes } of sites) {
    const hits = matchNodes(matcher, example.before);
    if (hits.length === 0 || matchNodes(matcher, example.after).length > 0) return undefined;
    const changed = new Set(changes.flatMap(({ focus, removed }) => [focus, ...removed]));
    const near = hits.filter((hit) => touches(hit, changed));
    if (near.length === 0) return undefined;
    apart += hits.length - near.length;
    size += Math.min(...near.map(({ text }) => text.length));
    if (near.some((hit) => changes.every(({ focus, removed }) => focus === hit || removed.includes(hit))))
      exact++;
  }
  const words = new Set(ruleWords(known.rule));
  const takesAway = sites.every(({ changes }) => removedWords(changes).some((word) => words.has(word)));
  return { size, apart, exact, takesAway };
}

/** The words of the code before that a correction does not use again where it changed something. */
function removedWords(changes: readonly TreeChange[]): string[] {
  const textsOf = (nodes: readonly SyntaxNode[]): string[] =>
    nodes.flatMap((node) =>
      [...eachNode(node)].flatMap(({ children, text }) => (children.length === 0 ? [text] : [])),
    );
  const added = new Set(textsOf(changes.flatMap((change) => change.added)));
  return textsOf(changes.flatMap(({ removed }) => removed)).filter((word) => !added.has(word));
}

/** Whether a change is in the node, or the node in what was changed. */
function touches(hit: SyntaxNode, changed: ReadonlySet<SyntaxNode>): boolean {
  for (const node of eachNode(hit)) if (changed.has(node)) return true;
  for (let up = hit.parent; up !== undefined; up = up.parent) if (changed.has(up)) return true;
  return false;
}

/** The stems of what a sentence or the names of rules say; operators say something as well. */
function stemsOf(text: string): ReadonlySet<string> {
  const words = text
    .replaceAll(/([a-z])([A-Z])/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}|[=!]==?|\+\+|&&|\|\||\?\?/gu);
  return new Set((words ?? []).filter((word) => !COMMON.has(word)).map(stem));
}

const stem = (word: string): string =>
  word
    .replace(/ies$/u, "y")
    .replace(/(?:ing|ed|es|s)$/u, "")
    .replace(/e$/u, "");

const COMMON = new Set(
  "the of to in is it an and or not for use do with when that this on as by be if at instead rather than from are you your don code".split(
    " ",
  ),
);

function isHigher(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index >= 0 && one[index]! > other[index]!;
}
