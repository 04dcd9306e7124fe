import type { ActiveRule } from "../rule/active-rule.ts";

export interface FittedRules {
  readonly kept: readonly ActiveRule[];
  readonly left: readonly ActiveRule[];
}

/** As many of the best as fit; more rules never make a shorter text, so halving finds them in a few tries. */
export function fitRules(
  best: readonly ActiveRule[],
  fit: (rules: readonly ActiveRule[]) => boolean,
): FittedRules {
  if (fit(best)) return { kept: best, left: [] };
  let [most, tooMany] = [0, best.length];
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (fit(best.slice(0, middle))) most = middle;
    else tooMany = middle;
  }
  return { kept: best.slice(0, most), left: best.slice(most) };
}
