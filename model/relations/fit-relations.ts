// Fits how signs are weighed when two rules are compared: node model/relations/fit-relations.ts [--cache FOLDER] [--check]
import { parseArgs } from "node:util";
import { writeFileSync } from "node:fs";
import { compareRules } from "../../src/core/rule/relate/compare-rules.ts";
import { readRuleText } from "../../src/core/rule/relate/read-rule.ts";
import { relateRules } from "../../src/core/rule/relate/relate-rules.ts";
import {
  headInput,
  type HeadWeights,
  meaningSigns,
  type RelationSigns,
  relationSigns,
  SIGN_NAMES,
  type SignName,
  type RelationWeights,
  RELATIONS,
  weighRelation,
} from "../../src/core/rule/relate/weigh-relation.ts";
import { MODEL_NAME } from "../../src/drivers/embedding/model-name.ts";
import { fitSoftmax } from "./fit-softmax.ts";
import { cataloguePairs, labelledPairs, type RulePair } from "./rule-pairs.ts";
import { readVectors } from "./rule-vectors.ts";

/** Sets by author, left out one at a time; the tables were made on the first and the last is hard on purpose, so they count for less. */
const SOURCES = [
  { name: "development", sets: ["rules-development"], counts: 0.3 },
  { name: "held back and last", sets: ["rules-held-back", "rules-last"], counts: 1 },
  { name: "natural", sets: ["rules-natural"], counts: 1 },
  { name: "hard", sets: ["rules-hard"], counts: 0.5 },
] as const;

/** Labelled pairs make this share of what the head is trained on. */
const LABELLED_SHARE = 0.5;
const HEAD = { steps: 700, batch: 512, rate: 1e-2, decay: 1e-4 } as const;
const SIGNS = { steps: 1_500, batch: 256, rate: 2e-2, decay: 2e-2 } as const;

const { values: options } = parseArgs({
  options: { cache: { type: "string" }, check: { type: "boolean", default: false } },
});

const catalogue = cataloguePairs();
const sources = SOURCES.map((source) => ({ ...source, pairs: source.sets.flatMap(labelledPairs) }));
const vectorOf = await readVectors(
  [...catalogue, ...sources.flatMap(({ pairs }) => pairs)].flatMap(({ a, b }) => [a.text, b.text]),
  options.cache,
);

const isApart = ({ a, b }: RulePair): boolean => relateRules(a, b).scope_overlap === "disjoint";

/** Rules of different places are independent whatever they say, so they teach nothing about texts. */
const met = sources.map(({ pairs }) => pairs.filter((pair) => !isApart(pair)));

/** Weights so that each class counts alike, and all together `share`. */
function balanced(pairs: readonly RulePair[], share: number): readonly RulePair[] {
  const totals = RELATIONS.map((_, label) =>
    pairs.reduce((sum, each) => sum + (each.label === label ? each.weight : 0), 0),
  );
  return pairs.map((pair) => ({ ...pair, weight: (pair.weight / totals[pair.label]!) * share }));
}

function fitHead(without: ReadonlySet<number>): HeadWeights {
  const labelled = met.flatMap((pairs, at) => (without.has(at) ? [] : pairs));
  const pairs = [...balanced(catalogue, 1 - LABELLED_SHARE), ...balanced(labelled, LABELLED_SHARE)];
  const weights = fitSoftmax(
    {
      size: vectorOf(pairs[0]!.a.text).length * 2 + 2,
      classes: RELATIONS.length,
      count: pairs.length,
      row: (at) => headInput(vectorOf(pairs[at]!.a.text), vectorOf(pairs[at]!.b.text)),
      label: (at) => pairs[at]!.label,
      weight: (at) => pairs[at]!.weight,
    },
    HEAD,
  );
  return weights.map((row) => [...row].map((each) => Number(each.toFixed(4)))) as unknown as HeadWeights;
}

function signsOf({ a, b }: RulePair, head: HeadWeights): RelationSigns {
  const meaning = meaningSigns(head, vectorOf(a.text), vectorOf(b.text));
  const comparison = compareRules(readRuleText(a), readRuleText(b));
  return relationSigns([a.text, b.text], comparison, relateRules(a, b).relation, meaning).signs;
}

interface SignedPair {
  readonly signs: RelationSigns;
  readonly label: number;
  readonly weight: number;
}

/** Each sign is brought to mean 0 and spread 1 for the fit, and the weights back to the signs as they are. */
function fitSigns(rows: readonly SignedPair[]): RelationWeights {
  const spread = SIGN_NAMES.map((name) => {
    const mean = rows.reduce((sum, { signs }) => sum + signs[name], 0) / rows.length;
    const variance = rows.reduce((sum, { signs }) => sum + (signs[name] - mean) ** 2, 0) / rows.length;
    return { mean, deviation: Math.sqrt(variance) + 1e-6 };
  });
  const inputs = rows.map(({ signs }) =>
    Float32Array.from([
      ...SIGN_NAMES.map((name, at) => (signs[name] - spread[at]!.mean) / spread[at]!.deviation),
      1,
    ]),
  );
  const weights = fitSoftmax(
    {
      size: SIGN_NAMES.length + 1,
      classes: RELATIONS.length,
      count: rows.length,
      row: (at) => inputs[at]!,
      label: (at) => rows[at]!.label,
      weight: (at) => rows[at]!.weight,
    },
    SIGNS,
  );
  const signs = Object.fromEntries(
    SIGN_NAMES.map((name, at) => [name, weights.map((row) => rounded(row[at]! / spread[at]!.deviation))]),
  ) as Record<SignName, number[]>;
  const base = weights.map((row) =>
    rounded(
      row[SIGN_NAMES.length]! -
        SIGN_NAMES.reduce((sum, _, at) => sum + (row[at]! * spread[at]!.mean) / spread[at]!.deviation, 0),
    ),
  );
  return { signs, base };
}

const rounded = (value: number): number => Number(value.toFixed(3));

const heads = new Map<string, HeadWeights>();

function headWithout(...left: readonly number[]): HeadWeights {
  const key = left.toSorted((one, other) => one - other).join(" ");
  const head = heads.get(key) ?? fitHead(new Set(left));
  heads.set(key, head);
  return head;
}

/** The signs of every source but those left out, each with a head that has not seen the source. */
const signedWithout = (...left: readonly number[]): readonly SignedPair[] =>
  sources.flatMap(({ counts }, at) => {
    if (left.includes(at)) return [];
    const head = headWithout(at, ...left);
    return met[at]!.map((pair) => ({ signs: signsOf(pair, head), label: pair.label, weight: counts }));
  });

function figures(pairs: readonly RulePair[], say: (pair: RulePair) => number): string {
  const said = pairs.map((pair) => (isApart(pair) ? RELATIONS.indexOf("independent") : say(pair)));
  const right = pairs.filter(({ label }, at) => said[at] === label).length;
  const scores = RELATIONS.map((_, each) => {
    const both = pairs.filter(({ label }, at) => label === each && said[at] === each).length;
    return (
      (2 * both) /
      (said.filter((one) => one === each).length + pairs.filter(({ label }) => label === each).length)
    );
  });
  const macro = scores.reduce((sum, each) => sum + each, 0) / scores.length;
  return `accuracy ${(right / pairs.length).toFixed(3)}, macro-F1 ${macro.toFixed(3)}`;
}

if (options.check) {
  for (const [at, { name, pairs }] of sources.entries()) {
    const weights = fitSigns(signedWithout(at));
    const head = headWithout(at);
    const weighed = (pair: RulePair): number =>
      RELATIONS.indexOf(weighRelation(weights, signsOf(pair, head)).relation);
    const words = (pair: RulePair): number => RELATIONS.indexOf(relateRules(pair.a, pair.b).relation);
    process.stdout.write(`${name} (${pairs.length}), left out: ${figures(pairs, weighed)}\n`);
    process.stdout.write(`  by words alone: ${figures(pairs, words)}\n`);
  }
}

const { signs, base } = fitSigns(signedWithout());
const head = headWithout().map((row) => row.join(" "));
writeFileSync(
  new URL("../../src/core/rule/relate/relation-weights.json", import.meta.url),
  `${JSON.stringify({ model: MODEL_NAME, head, signs, base }, null, 2)}\n`,
);
