import { draftTextCheck } from "../src/core/check/draft-check.ts";
import { findText } from "../src/core/check/find-text.ts";
import { excerpt, mean, percent } from "./figures.ts";
import { readRows } from "./read-rows.ts";

/** Corrected phrasings of one mistake, with unseen texts that have it and that do not. */
interface CheckCase {
  readonly id: string;
  readonly description: string;
  readonly corrections: readonly { readonly before: string; readonly after: string }[];
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

export const readCheckCases = (file: string): readonly CheckCase[] | undefined =>
  readRows<CheckCase>(
    file,
    (row): row is CheckCase =>
      Array.isArray(row.corrections) && Array.isArray(row.bad) && Array.isArray(row.good),
  );

interface Scored {
  readonly it: CheckCase;
  readonly found: number;
  readonly falseAlarms: readonly string[];
  readonly isUseful: boolean;
}

const USEFUL_RECALL = 0.5;

function score(it: CheckCase, description: string | undefined): Scored | undefined {
  const check = draftTextCheck("text", it.corrections, description);
  if (check === undefined) return undefined;
  const hits = (text: string): boolean => findText(check, text).length > 0;
  const falseAlarms = it.good.filter(hits);
  const found = it.bad.filter(hits).length / Math.max(1, it.bad.length);
  return { it, found, falseAlarms, isUseful: falseAlarms.length === 0 && found >= USEFUL_RECALL };
}

/** The figures of checks drafted from corrected prose, with and without the description, as lines to print. */
export function scoreChecks(cases: readonly CheckCase[], worst: number): readonly string[] {
  const described = cases.flatMap((it) => score(it, it.description) ?? []);
  const bare = cases.flatMap((it) => score(it, undefined) ?? []);
  return [
    line("with a description", cases.length, described),
    line("without", cases.length, bare),
    ...described
      .filter(({ isUseful }) => !isUseful)
      .slice(0, worst)
      .map(
        ({ it, found, falseAlarms }) =>
          `  ${it.id}: finds ${percent(found)}${falseAlarms.length === 0 ? "" : `, wrongly ${excerpt(falseAlarms[0]!)}`}`,
      ),
  ];
}

function line(name: string, all: number, offered: readonly Scored[]): string {
  const useful = offered.filter(({ isUseful }) => isUseful).length;
  return `  ${name.padEnd(20)} useful ${percent(useful / all)} of all, offered ${percent(offered.length / all)}, useful ${percent(useful / Math.max(1, offered.length))} of the offered, found ${percent(mean(offered.map(({ found }) => found)))} of bad texts`;
}
