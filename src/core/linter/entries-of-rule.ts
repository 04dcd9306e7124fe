import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import type { LinterMapping, VerifiedRule } from "./linter-mapping.ts";

/** A known mistake that a rule is about, with rules of linters that find it. */
export interface LintedMistake {
  readonly entry: string;
  /** The rule of the catalogue, for people to compare with theirs. */
  readonly rule: string;
  /** Whether the catalogue has the rule in these words; otherwise it is only near in meaning. */
  readonly isExact: boolean;
  readonly linters: readonly VerifiedRule[];
}

const MOST = 2;

/** Known mistakes with linter rules that a rule's text is about: in the same words if there are such, else the nearest. */
export function lintedMistakes(
  text: string,
  {
    entries,
    near,
    mappings,
  }: {
    readonly entries: readonly CatalogueEntry[];
    /** Nearest first. */
    readonly near: readonly CatalogueEntry[];
    readonly mappings: readonly LinterMapping[];
  },
): readonly LintedMistake[] {
  const byEntry = new Map(mappings.map(({ entry, linters }) => [entry, linters]));
  const words = wordsOf(text);
  const same = entries.filter(({ rule, rules }) => [rule, ...rules].some((one) => wordsOf(one) === words));
  return (same.length > 0 ? same : near)
    .flatMap((entry): readonly LintedMistake[] => {
      const linters = byEntry.get(entry.id);
      return linters === undefined
        ? []
        : [{ entry: entry.id, rule: entry.rule, isExact: same.length > 0, linters }];
    })
    .slice(0, MOST);
}

const wordsOf = (text: string): string =>
  text
    .slice(0, 2_000)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
