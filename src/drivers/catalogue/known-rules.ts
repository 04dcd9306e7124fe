import {
  type CatalogueSpace,
  directionOf,
  nearestOf,
  nearnessOf,
  placeIn,
} from "../../core/catalogue/catalogue-space.ts";
import { isHarmless } from "../../core/catalogue/entry-warnings.ts";
import { cosine } from "../../core/judge/cosine.ts";
import type { KnownRule } from "../../ports/catalogue.ts";
import type { LibraryRule } from "./load-library.ts";
import type { PlacedEntries } from "./place-entries.ts";

/** All well-worded rules in one space: those of entries, own ones included, and those of the library. */
export interface KnownRules {
  readonly space: CatalogueSpace;
  readonly rules: readonly Pick<KnownRule, "rule" | "against" | "entry" | "isOwn">[];
}

export function knownRules({ space, entries }: PlacedEntries, library: readonly LibraryRule[]): KnownRules {
  const rules = [
    ...entries.map(({ entry, origin }) => ({
      rule: entry.rule,
      against: entry.opposite?.rule ?? null,
      entry,
      isOwn: origin === "own",
    })),
    ...library.map(({ rule, against }) => ({ rule, against, entry: null, isOwn: false })),
  ];
  return {
    space: {
      ids: rules.map((_, at) => String(at)),
      middle: space.middle,
      centres: [...space.centres, ...library.map(({ centre }) => placeIn(space, centre))],
    },
    rules,
  };
}

/** The rules nearest to all vectors together; what would be dangerous in a prompt is left out. */
export function nearestRules(
  { space, rules }: KnownRules,
  placed: readonly Float32Array[],
  limit: number,
): readonly KnownRule[] {
  if (placed.length === 0 || rules.length === 0) return [];
  return nearestOf(nearnessOf(space, directionOf(placed)), limit)
    .map((at) => {
      const vector = space.centres[at]!;
      const near = placed.reduce((sum, each) => sum + cosine(each, vector), 0) / placed.length;
      return { ...rules[at]!, near, vector };
    })
    .filter(({ rule }) => isHarmless(rule));
}
