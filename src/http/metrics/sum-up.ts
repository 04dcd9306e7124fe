import { OTHER } from "./label-value.ts";

/** Counts under names; adding to a name that is there adds up. */
export type Sums = Map<string, number>;

export const addTo = (sums: Sums, name: string, count: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + count);

/** The names with the largest counts, at most so many; of equal counts the first by name. */
export function largest(sums: ReadonlyMap<string, number>, most: number): ReadonlySet<string> {
  if (sums.size <= most) return new Set(sums.keys());
  const ranked = [...sums].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return new Set(ranked.slice(0, most).map(([name]) => name));
}

/** At most so many counts, and the rest in one. */
export function boundSums(sums: ReadonlyMap<string, number>, most: number): Sums {
  const kept = largest(sums, most);
  const bounded: Sums = new Map();
  for (const [name, count] of sums) addTo(bounded, kept.has(name) ? name : OTHER, count);
  return bounded;
}
