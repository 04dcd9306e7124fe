import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import { calibration, excerpt, percent } from "./figures.ts";
import { readRows } from "./read-rows.ts";

/** Two remarks, labelled with whether they are about the same mistake. */
export interface RemarkPair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
  readonly label: string;
  readonly relation?: string;
}

const LABELS: ReadonlySet<string> = new Set(["same", "related", "different"]);

export const readRemarkPairs = (file: string): readonly RemarkPair[] | undefined =>
  readRows(
    file,
    (row: Partial<RemarkPair>): row is RemarkPair =>
      typeof row.a === "string" && typeof row.b === "string" && LABELS.has(row.label ?? ""),
  );

/** A pair with what the judge says of it. */
export interface JudgedPair {
  readonly pair: RemarkPair;
  readonly relation: string;
  readonly score: number;
  readonly isSame: boolean;
}

/** Asks the judge about every pair; `knows` leaves entries out of its catalogue. */
export async function judgePairs(
  pairs: readonly RemarkPair[],
  knows: (entryId: string) => boolean = () => true,
): Promise<readonly JudgedPair[]> {
  const embedder = createLocalEmbedder();
  const map = loadCatalogueMap(embedder.name)!;
  const judge = createBuiltInJudge({
    ids: map.ids.filter(knows),
    centres: map.centres.filter((_, at) => knows(map.ids[at]!)),
  });
  const texts = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const vectors = new Map((await embedder.embed(texts)).map((vector, at) => [texts[at]!, vector]));
  const judged: JudgedPair[] = [];
  for (const pair of pairs) {
    const [a, b] = [pair.a, pair.b].map((text) => ({ text, vector: vectors.get(text)! }));
    const [judgement] = await judge.judge(a!, [b!]);
    judged.push({ pair, ...judgement!, isSame: pair.label === "same" });
  }
  return judged;
}

/** The figures of the judge on labelled pairs, as lines to print. */
export function scorePairs(judged: readonly JudgedPair[], worst: number): readonly string[] {
  const predicted = judged.filter(({ relation }) => relation === "same");
  const hits = predicted.filter(({ isSame }) => isSame).length;
  const same = judged.filter(({ isSame }) => isSame);
  const [precision, recall] = [hits / (predicted.length || 1), hits / (same.length || 1)];
  const opposites = judged.filter(({ pair }) => pair.relation === "opposite");
  const merged = opposites.filter(({ relation }) => relation === "same").length;
  const { bins, error } = calibration(
    judged.map(({ score, isSame }) => ({ confidence: score, right: isSame })),
  );
  return [
    `F1 of same ${percent((2 * precision * recall) / (precision + recall || 1))}, precision ${percent(precision)}, recall ${percent(recall)}, AUC ${percent(areaUnder(judged))}`,
    `opposites kept apart ${opposites.length - merged} of ${opposites.length}; named as opposite ${opposites.filter(({ relation }) => relation === "opposite").length}`,
    `calibration error of the score ${percent(error)}: ${bins.map((bin) => `${bin.from.toFixed(1)} → ${percent(bin.right)} of ${bin.count}`).join(", ")}`,
    ...judged
      .filter(({ relation, isSame }) => (relation === "same") !== isSame)
      .toSorted((x, y) => Math.abs(y.score - 0.4) - Math.abs(x.score - 0.4))
      .slice(0, worst)
      .map(
        ({ pair, relation, score }) =>
          `  wrong  ${pair.id}  expected ${pair.relation ?? pair.label}, got ${relation} ${score}  ${excerpt(pair.a)} / ${excerpt(pair.b)}`,
      ),
  ];
}

/** How often a pair that is the same scores above one that is not. */
function areaUnder(judged: readonly { readonly score: number; readonly isSame: boolean }[]): number {
  const [same, other] = [judged.filter(({ isSame }) => isSame), judged.filter(({ isSame }) => !isSame)];
  let won = 0;
  for (const { score } of same) {
    for (const each of other) won += score > each.score ? 1 : score === each.score ? 0.5 : 0;
  }
  return won / (same.length * other.length || 1);
}
