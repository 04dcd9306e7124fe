import { groupTexts } from "../src/app/cluster/group-texts.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import { readRows } from "./read-rows.ts";
import { percent } from "./figures.ts";

/** A remark and the recurring mistake it is about; null for one that stands alone. */
export interface ClusteredRemark {
  readonly id: string;
  readonly text: string;
  readonly cluster: string | null;
}

export const readClusters = (file: string): readonly ClusteredRemark[] | undefined =>
  readRows(
    file,
    (row: Partial<ClusteredRemark>): row is ClusteredRemark =>
      typeof row.text === "string" && (row.cluster === null || typeof row.cluster === "string"),
  );

/** The figures of grouping on labelled remarks, as lines to print. */
export async function scoreClusters(remarks: readonly ClusteredRemark[]): Promise<readonly string[]> {
  const embedder = createLocalEmbedder();
  const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));
  const groups = await groupTexts({ embedder, judge })(remarks.map(({ text }) => text));
  const predicted = groups.map((group, at) => (group === null ? `alone ${at}` : `group ${group}`));
  const truth = remarks.map(({ cluster }, at) => cluster ?? `alone ${at}`);
  const [sizes, trueSizes] = [countEach(predicted), countEach(truth)];
  const both = countEach(predicted.map((name, at) => `${name}\0${truth[at]!}`));
  let [precision, recall] = [0, 0];
  for (const [at, name] of predicted.entries()) {
    const shared = both.get(`${name}\0${truth[at]!}`)!;
    precision += shared / sizes.get(name)! / predicted.length;
    recall += shared / trueSizes.get(truth[at]!)! / predicted.length;
  }
  const recurring = [...trueSizes].filter(([name, size]) => size >= 3 && !name.startsWith("alone "));
  const surfaced = recurring.filter(([name]) =>
    [...sizes].some(([group, size]) => {
      const shared = both.get(`${group}\0${name}`) ?? 0;
      return shared >= 3 && shared / size >= 0.8;
    }),
  );
  return [
    `B-cubed F1 ${percent((2 * precision * recall) / (precision + recall || 1))}, precision ${percent(precision)}, recall ${percent(recall)}`,
    `recurring mistakes surfaced (three or more in a group that is 80 % pure): ${surfaced.length} of ${recurring.length}`,
  ];
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
