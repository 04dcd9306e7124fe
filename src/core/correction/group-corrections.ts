import { createLinking } from "../cluster/link-groups.ts";
import { type ComparedCorrection, PAIR_SIGNS, pairSigns, WordRarity } from "./pair-signs.ts";
import MODEL from "./pair-model.json" with { type: "json" };

/** Chosen on projects that were left out of the fit. */
const LEAST_LIKENESS = 0.6;

/** Groups of corrections that ask for the same, each with at least two members, by their positions. */
export function groupCorrections(corrections: readonly ComparedCorrection[]): readonly (readonly number[])[] {
  const rarity = new WordRarity(corrections);
  const weights: Readonly<Record<string, number>> = MODEL.signs;
  const likeness = (a: number, b: number): number => {
    const signs = pairSigns(corrections[a]!, corrections[b]!, rarity);
    const sum = PAIR_SIGNS.reduce((total, name, at) => total + (weights[name] ?? 0) * signs[at]!, MODEL.bias);
    return 1 / (1 + Math.exp(-sum));
  };
  return linkAtLeast(corrections.length, likeness, LEAST_LIKENESS);
}

/** Groups of at least two by average linkage. */
export function linkAtLeast(
  count: number,
  likeness: (a: number, b: number) => number,
  least: number,
): readonly (readonly number[])[] {
  const linking = createLinking(count, likeness);
  for (let pair = linking.nearestPair(least); pair !== undefined; pair = linking.nearestPair(least)) {
    linking.join(...pair);
  }
  const groups = Map.groupBy([...linking.owners()].entries(), ([, owner]) => owner);
  return [...groups.values()].map((group) => group.map(([at]) => at)).filter(({ length }) => length > 1);
}
