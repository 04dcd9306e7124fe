import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/judge/load-catalogue-map.ts";
import { calibration } from "./figures.ts";
import { readRows } from "./read-rows.ts";
import { excerpt, percent } from "./score-detector.ts";

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

/** The figures of the judge on labelled pairs, as lines to print. */
export async function scorePairs(pairs: readonly RemarkPair[], worst: number): Promise<readonly string[]> {
  const embedder = createLocalEmbedder();
  const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));
  const vectors = await embedder.embed(pairs.flatMap(({ a, b }) => [a, b]));
  const judged = [];
  for (const [at, pair] of pairs.entries()) {
    const [judgement] = await judge.judge({ text: pair.a, vector: vectors[2 * at]! }, [
      { text: pair.b, vector: vectors[2 * at + 1]! },
    ]);
    judged.push({ pair, ...judgement!, isSame: pair.label === "same" });
  }
  const said = judged.filter(({ relation }) => relation === "same");
  const hits = said.filter(({ isSame }) => isSame).length;
  const same = judged.filter(({ isSame }) => isSame);
  const [precision, recall] = [hits / (said.length || 1), hits / (same.length || 1)];
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
          `  wrong  ${pair.id}  is ${pair.relation ?? pair.label}, said ${relation} ${score}  ${excerpt(pair.a)} / ${excerpt(pair.b)}`,
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
