import type { ComparedRule } from "../src/core/rule/relate/read-rule.ts";
import { relateByMeaning } from "../src/app/rule/related-rules.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import { calibration, excerpt, percent, scoreLines } from "./figures.ts";
import { readRows } from "./read-rows.ts";

/** Two rules, labelled with how they stand to each other. */
export interface LabelledPair {
  readonly id: string;
  readonly a: ComparedRule;
  readonly b: ComparedRule;
  readonly label: string;
}

const LABELS = ["conflict", "duplicate", "independent"] as const;

/** The pairs of a file of {id, a, b, label}; nothing where a line is no such pair. */
export const readRulePairs = (file: string): readonly LabelledPair[] | undefined => readRows(file, isPair);

function isPair(row: Partial<LabelledPair>): row is LabelledPair {
  return (
    typeof row.a?.text === "string" &&
    typeof row.b?.text === "string" &&
    LABELS.some((label) => label === row.label)
  );
}

/** The figures of relating rules on labelled pairs, as lines to print. */
export async function scoreRules(pairs: readonly LabelledPair[], worst: number): Promise<readonly string[]> {
  const embedder = createLocalEmbedder();
  const relate = relateByMeaning({ embedder, judge: createBuiltInJudge(loadCatalogueMap(embedder.name)) });
  const judged = [];
  for (const { id, a, b, label } of pairs) {
    const { relation, score, reasons } = await relate(a, b);
    const shown = `${excerpt(a.text)} / ${excerpt(b.text)}`;
    judged.push({ id, score, reason: reasons[0] ?? "", shown, truth: label, predicted: relation });
  }
  const { error } = calibration(
    judged.map(({ score, truth, predicted }) => ({ confidence: score, right: truth === predicted })),
  );
  return scoreLines(LABELS, judged, { worst, more: `, calibration error ${percent(error)}` });
}
