import { draftCheck } from "../src/app/check/draft-check.ts";
import { runChecks } from "../src/app/check/run-checks.ts";
import { openKnownChecks, openSyntax } from "../src/compose/drivers.ts";
import { excerpt, mean, percent } from "./figures.ts";
import { readRows } from "./read-rows.ts";

/** Corrections of one mistake, with unseen texts that have it and that do not. */
interface CheckCase {
  readonly id: string;
  /** Of code; prose has none. */
  readonly language?: string;
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

const syntax = await openSyntax();
const known = await openKnownChecks();
/** As if no known check found the mistake. */
const nothingKnown = () => known().map((one) => ({ ...one, rule: { kind: "none" }, globals: [] }));
const run = runChecks({ syntax });
const draft = draftCheck({ syntax, known });
const draftAlone = draftCheck({ syntax, known: nothingKnown });

async function score(
  it: CheckCase,
  description: string | undefined,
  make: typeof draft,
): Promise<Scored | undefined> {
  const { language = "text", corrections } = it;
  const check = await make({
    language,
    corrections,
    ...(description === undefined ? {} : { description }),
  });
  if (check === null) return undefined;
  const findIn = async (texts: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const text of texts) if ((await run(check, language, text)).length > 0) found.push(text);
    return found;
  };
  const falseAlarms = await findIn(it.good);
  const found = (await findIn(it.bad)).length / Math.max(1, it.bad.length);
  return { it, found, falseAlarms, isUseful: falseAlarms.length === 0 && found >= USEFUL_RECALL };
}

/** The figures of checks drafted from corrections, with and without the description, as lines to print. */
export async function scoreChecks(cases: readonly CheckCase[], worst: number): Promise<readonly string[]> {
  const scoreAll = async (isDescribed: boolean, make = draft): Promise<readonly Scored[]> => {
    const scored: Scored[] = [];
    for (const it of cases) {
      const one = await score(it, isDescribed ? it.description : undefined, make);
      if (one !== undefined) scored.push(one);
    }
    return scored;
  };
  const described = await scoreAll(true);
  const isCode = cases.some(({ language }) => language !== undefined);
  return [
    line("with a description", cases.length, described),
    line("without", cases.length, await scoreAll(false)),
    ...(isCode ? [line("no known check", cases.length, await scoreAll(true, draftAlone))] : []),
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
