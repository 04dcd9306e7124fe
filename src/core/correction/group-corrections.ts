import { createLinking } from "../cluster/link-groups.ts";
import { type ComparedCorrection, PAIR_SIGNS, pairSigns, WordRarity } from "./pair-signs.ts";
import MODEL from "./pair-model.json" with { type: "json" };

/** Groups are the same from 0.35 to 0.45, on projects that were left out of the fit. */
const LEAST_LIKENESS = 0.4;
/** More for a later correction that a group would have saved: that is a promise. */
const SAVED_LIKENESS = 0.6;

/** A logistic regression over `PAIR_SIGNS`. */
export interface PairModel {
  readonly bias: number;
  readonly signs: Readonly<Record<string, number>>;
}

/** The chance that two corrections of a project ask for the same, by their positions. */
export function correctionLikeness(
  corrections: readonly ComparedCorrection[],
  model: PairModel = MODEL,
): (a: number, b: number) => number {
  const rarity = new WordRarity(corrections);
  return (a, b) => {
    const signs = pairSigns(corrections[a]!, corrections[b]!, rarity);
    const sum = PAIR_SIGNS.reduce(
      (total, name, at) => total + (model.signs[name] ?? 0) * signs[at]!,
      model.bias,
    );
    return 1 / (1 + Math.exp(-sum));
  };
}

/** The least likeness by which a turn that may be a correction is one, because a surer one says the same. */
const SUPPORTING_LIKENESS = 0.7;

/** The positions that count as corrections: those that are sure, and those that say the same as one of them. */
export const supportedCorrections = (
  likeness: (a: number, b: number) => number,
  isSure: readonly boolean[],
): readonly number[] => {
  const sure = [...isSure.keys()].filter((at) => isSure[at]);
  return [...isSure.keys()].filter(
    (at) => isSure[at] || sure.some((other) => likeness(at, other) >= SUPPORTING_LIKENESS),
  );
};

/** Groups of corrections that ask for the same, each with at least two members, by their positions. */
export function groupCorrections(
  likeness: (a: number, b: number) => number,
  positions: readonly number[],
): readonly (readonly number[])[] {
  const groups = linkAtLeast(
    positions.length,
    (a, b) => likeness(positions[a]!, positions[b]!),
    LEAST_LIKENESS,
  );
  return groups.map((group) => group.map((at) => positions[at]!));
}

/** Whether a correction is so like a group on average that the group would have taught it. */
export const belongsToGroup = (
  likeness: (a: number, b: number) => number,
  position: number,
  group: readonly number[],
): boolean =>
  group.reduce((sum, member) => sum + likeness(position, member), 0) / group.length >= SAVED_LIKENESS;

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
