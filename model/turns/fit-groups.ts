/**
 * Fits the model that judges whether two corrections of a project ask for the same, and says how many recurring groups are
 * found on projects it has not seen.
 *
 *   node model/turns/fit-groups.ts [--labels FILE] [--write]
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  comparedCorrection,
  type ComparedCorrection,
  PAIR_SIGNS,
  pairSigns,
  WordRarity,
} from "../../src/core/correction/pair-signs.ts";
import {
  correctionLikeness,
  groupCorrections,
  linkAtLeast,
  type PairModel,
  supportedCorrections,
} from "../../src/core/correction/group-corrections.ts";
import { TURN_MODEL } from "../../src/core/correction/judge-turn.ts";
import { embedRows } from "./embed-rows.ts";
import { fitLogistic, logistic, type Sample } from "./fit-logistic.ts";
import { readChances } from "./turn-chances.ts";
import { readLabelled, readWritten, type TurnRow } from "./turn-rows.ts";

const DECAY = 0.0005;
const DRAWS = 2_000;
const { values: options } = parseArgs({
  options: { labels: { type: "string" }, write: { type: "boolean" } },
});
const sets = join(import.meta.dirname, "../../eval/sets");
const written = readdirSync(sets)
  .filter((name) => name.startsWith("turns-"))
  .toSorted()
  .flatMap((name) => readWritten(join(sets, name)));
const labelled = options.labels === undefined ? [] : await readLabelled(options.labels);
const all = [...labelled, ...written];
const chances = readChances();
const rows = all.filter(({ isCorrection }) => isCorrection);
const vectors = await embedRows(rows);

interface Project {
  readonly name: string;
  readonly isReal: boolean;
  readonly rows: readonly TurnRow[];
  readonly compared: readonly ComparedCorrection[];
  readonly pairs: readonly (Sample & { readonly a: number; readonly b: number })[];
}

const projects: readonly Project[] = [...new Set(rows.map(({ project }) => project))].map((name) => {
  const own = rows.filter(({ project }) => project === name);
  const compared = own.map((row) =>
    comparedCorrection(row.placed, row.conversation, vectors[rows.indexOf(row)]!),
  );
  const rarity = new WordRarity(compared);
  const pairs = compared.flatMap((one, a) =>
    compared.slice(a + 1).map((two, offset) => {
      const b = a + 1 + offset;
      const values = Float32Array.from(pairSigns(one, two, rarity));
      return {
        a,
        b,
        at: Int32Array.from(values.keys()),
        values,
        isPositive: own[a]!.group !== null && own[a]!.group === own[b]!.group,
        weight: 1,
      };
    }),
  );
  // Each project counts the same, and so do its pairs that belong together and those that do not.
  const positives = pairs.filter(({ isPositive }) => isPositive).length;
  const weighted = pairs.map((pair) => ({
    ...pair,
    weight:
      (own[0]!.isReal ? 3 : 1) / (pair.isPositive ? Math.max(4, positives) : (pairs.length - positives) / 3),
  }));
  return { name, isReal: own[0]!.isReal, rows: own, compared, pairs: weighted };
});

const judged = projects.filter(({ isReal }) => isReal || labelled.length === 0);
const likeness = new Map(judged.map((project) => [project, outOfFold(project)]));
for (const least of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]) console.log(figures(least));
if (chances.size > 0) for (const line of await together()) console.log(line);
if (options.write === true) {
  const model = modelOf(projects);
  writeFileSync(
    new URL("../../src/core/correction/pair-model.json", import.meta.url),
    `${JSON.stringify(model, null, 2)}\n`,
  );
  console.log(model);
}

function fitOn(some: readonly Project[]): Float64Array {
  return fitLogistic(
    some.flatMap(({ pairs }) => pairs),
    PAIR_SIGNS.length,
    DECAY,
  );
}

function modelOf(some: readonly Project[]): PairModel {
  const weights = fitOn(some);
  return {
    bias: Number(weights.at(-1).toFixed(4)),
    signs: Object.fromEntries(PAIR_SIGNS.map((name, at) => [name, Number(weights[at]!.toFixed(4))])),
  };
}

function outOfFold(project: Project): Float32Array {
  const weights = fitOn(projects.filter((each) => each !== project));
  const count = project.rows.length;
  const scores = new Float32Array(count * count);
  for (const pair of project.pairs) scores[pair.a * count + pair.b] = logistic(pair, weights);
  return scores;
}

function figures(least: number): string {
  let [recurring, surfaced, pure, clusters, real] = [0, 0, 0, 0, 0];
  for (const project of judged) {
    const count = project.rows.length;
    const scores = likeness.get(project)!;
    const groups = linkAtLeast(count, (a, b) => scores[Math.min(a, b) * count + Math.max(a, b)]!, least);
    const names = new Map<string, number[]>();
    for (const [at, { group }] of project.rows.entries())
      if (group !== null) names.set(group, [...(names.get(group) ?? []), at]);
    for (const members of [...names.values()].filter(({ length }) => length > 1)) {
      recurring += 1;
      const best = Math.max(...groups.map((group) => group.filter((at) => members.includes(at)).length), 0);
      const holder = groups.find((group) => group.filter((at) => members.includes(at)).length === best);
      if (best >= 2) surfaced += 1;
      if (best >= 2 && best * 2 >= holder!.length) pure += 1;
    }
    for (const group of groups) {
      clusters += 1;
      const counts = new Map<string, number>();
      for (const at of group) {
        const { group: own } = project.rows[at]!;
        if (own !== null) counts.set(own, (counts.get(own) ?? 0) + 1);
      }
      if (Math.max(0, ...counts.values()) * 2 >= group.length && Math.max(0, ...counts.values()) > 1)
        real += 1;
    }
  }
  return `at ${least.toFixed(2)}  surfaced ${surfaced} of ${recurring}, pure ${pure}; ${clusters} clusters, ${real} mostly one group`;
}

interface Tally {
  /** By conversation: flagged rightly, flagged, corrections. */
  readonly conversations: readonly (readonly [right: number, flagged: number, corrections: number])[];
  /** By recurring group. */
  readonly groups: readonly { readonly isSurfaced: boolean; readonly isPure: boolean }[];
}

/** Both models together, as `emend learn` uses them, on projects that neither has seen. */
async function together(): Promise<readonly string[]> {
  const known = all.filter(({ id }) => chances.has(id));
  const knownVectors = await embedRows(known);
  const names = [...new Set(known.map(({ project }) => project))];
  const tallies = names.map((name) => {
    const model = modelOf(projects.filter((project) => project.name !== name));
    const own = known.flatMap((row, at) =>
      row.project === name
        ? [{ row, compared: comparedCorrection(row.placed, row.conversation, knownVectors[at]!) }]
        : [],
    );
    return tallyOf(own, model);
  });
  const conversations = tallies.flatMap((tally) => tally.conversations);
  const groups = tallies.flatMap((tally) => tally.groups);
  const sum = (some: Tally["conversations"], at: 0 | 1 | 2): number =>
    some.reduce((total, each) => total + each[at], 0);
  const percent = (share: number): string => (100 * share).toFixed(1);
  const interval = <T>(
    items: readonly T[],
    figure: (some: readonly T[]) => number,
    print = percent,
  ): string => `${print(figure(items))} [${bootstrap(items, figure).map(print).join(" to ")}]`;
  const count = (value: number): string => value.toFixed(0);
  return [
    `together: precision ${interval(conversations, (some) => sum(some, 0) / sum(some, 1))} %`,
    `  recall ${interval(conversations, (some) => sum(some, 0) / sum(some, 2))} %`,
    `  surfaced ${interval(groups, (some) => some.filter(({ isSurfaced }) => isSurfaced).length, count)} of ${groups.length}, pure ${interval(groups, (some) => some.filter(({ isPure }) => isPure).length, count)}`,
  ];
}

function tallyOf(
  own: readonly { readonly row: TurnRow; readonly compared: ComparedCorrection }[],
  model: PairModel,
): Tally {
  const candidates = own.filter(({ row }) => chances.get(row.id)! >= TURN_MODEL.supported);
  const likely = correctionLikeness(
    candidates.map(({ compared }) => compared),
    model,
  );
  const kept = supportedCorrections(
    likely,
    candidates.map(({ row }) => chances.get(row.id)! >= TURN_MODEL.threshold),
  ).map((at) => candidates[at]!);
  const between = correctionLikeness(
    kept.map(({ compared }) => compared),
    model,
  );
  const grouped = groupCorrections(between, [...kept.keys()]);
  const members = Map.groupBy(
    own.filter(({ row }) => row.isCorrection && row.group !== null),
    ({ row }) => row.group,
  );
  return {
    conversations: [...Map.groupBy(own, ({ row }) => row.conversation).values()].map((some) => {
      const flagged = some.filter((each) => kept.includes(each));
      const right = flagged.filter(({ row }) => row.isCorrection).length;
      return [right, flagged.length, some.filter(({ row }) => row.isCorrection).length];
    }),
    groups: [...members]
      .filter(([, rowsOf]) => rowsOf.length > 1)
      .map(([group]) => {
        const best = grouped
          .map((some) => ({
            count: some.filter((at) => kept[at]!.row.isCorrection && kept[at]!.row.group === group).length,
            size: some.length,
          }))
          .toSorted((a, b) => b.count - a.count)[0];
        const isSurfaced = best !== undefined && best.count >= 2;
        return { isSurfaced, isPure: isSurfaced && best.count * 2 >= best.size };
      }),
  };
}

/** Between which values a figure is in 95 % of samples drawn with replacement. The same in every run. */
function bootstrap<T>(items: readonly T[], figure: (some: readonly T[]) => number): readonly number[] {
  let state = 7;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % items.length;
  };
  const drawn = Array.from({ length: DRAWS }, () => figure(items.map(() => items[next()]!)));
  const ordered = drawn.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return [0.025, 0.975].map((share) => ordered[Math.floor(share * (ordered.length - 1))]!);
}
