import type { ComparedRule } from "../../src/core/rule/relate/read-rule.ts";
import { RELATIONS } from "../../src/core/rule/relate/weigh-relation.ts";
import { readObjects } from "../../eval/read-rows.ts";
import { readRulePairs } from "../../eval/score-rules.ts";

/** Two rules and the index of their relation in RELATIONS. */
export interface RulePair {
  readonly a: ComparedRule;
  readonly b: ComparedRule;
  readonly label: number;
  /** How often it is drawn in training, relative to the others. */
  readonly weight: number;
}

const CONFLICT = 0;
const DUPLICATE = 1;
const INDEPENDENT = 2;

interface Side {
  readonly rule: string;
  readonly rules: readonly string[];
}

interface CatalogueRow extends Side {
  readonly opposite: Side | null;
  readonly lookalike_rules: readonly string[];
}

interface ChoiceRow {
  readonly a: { readonly rule: string };
  readonly b: { readonly rule: string };
  readonly sibling: { readonly rule: string };
}

interface LibraryRow {
  readonly rule: string;
  readonly against?: string | null;
}

const fileOf = (name: string): string => new URL(`../../${name}.jsonl`, import.meta.url).pathname;

/** Pairs that the catalogue's entries imply. An entry with many wordings counts for less than their number. */
export function cataloguePairs(): readonly RulePair[] {
  const pairs: RulePair[] = [];
  const add = (label: number, all: readonly (readonly [string, string])[]): void => {
    for (const [a, b] of all)
      pairs.push({ a: { text: a }, b: { text: b }, label, weight: 1 / Math.sqrt(all.length) });
  };
  for (const entry of readObjects<CatalogueRow>(fileOf("catalogue/catalogue")) as readonly CatalogueRow[]) {
    const wordings = wordingsOf(entry);
    const reverse = entry.opposite === null ? [] : wordingsOf(entry.opposite);
    add(DUPLICATE, [...within(wordings), ...within(reverse)]);
    add(CONFLICT, between(wordings, reverse));
    add(INDEPENDENT, between(wordings, entry.lookalike_rules));
  }
  for (const { a, b, sibling } of readObjects<ChoiceRow>(
    fileOf("catalogue/opposites"),
  ) as readonly ChoiceRow[]) {
    add(CONFLICT, [[a.rule, b.rule]]);
    add(INDEPENDENT, between([a.rule, b.rule], [sibling.rule]));
  }
  for (const { rule, against } of readObjects<LibraryRow>(
    fileOf("catalogue/library"),
  ) as readonly LibraryRow[]) {
    if (typeof against === "string") add(CONFLICT, [[rule, against]]);
  }
  return [...pairs, ...anyTwo(pairs)];
}

const wordingsOf = ({ rule, rules }: Side): readonly string[] => [rule, ...rules];

const between = (left: readonly string[], right: readonly string[]): readonly (readonly [string, string])[] =>
  left.flatMap((a) => right.map((b) => [a, b] as const));

const within = (all: readonly string[]): readonly (readonly [string, string])[] =>
  all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b] as const));

/** Rules of different entries, one for every six pairs: nearly all of them have nothing in common. */
function anyTwo(pairs: readonly RulePair[]): readonly RulePair[] {
  const half = Math.floor(pairs.length / 2);
  return pairs
    .filter((_, at) => at % 6 === 0)
    .map(({ a }, at) => ({
      a,
      b: pairs[(at * 6 + half) % pairs.length]!.b,
      label: INDEPENDENT,
      weight: 0.5,
    }));
}

/** Labelled pairs of one set in eval/sets. */
export function labelledPairs(name: string): readonly RulePair[] {
  const file = fileOf(`eval/sets/${name}`);
  const rows = readRulePairs(file);
  if (rows === undefined) throw new Error(`${file} has a line that is no labelled pair of rules`);
  return rows.map(({ a, b, label }) => ({
    a,
    b,
    label: RELATIONS.findIndex((each) => each === label),
    weight: 1,
  }));
}
