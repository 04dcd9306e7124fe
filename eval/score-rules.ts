import type { RuleText } from "../src/core/rule/relate/read-rule.ts";
import { relateByMeaning } from "../src/app/relate-by-meaning.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { loadCatalogueMap } from "../src/drivers/judge/load-catalogue-map.ts";
import { calibration, figuresOf, mean, type Answer } from "./figures.ts";
import { readRows } from "./read-rows.ts";
import { excerpt, percent } from "./score-detector.ts";

/** Two rules, labelled with how they stand to each other. */
export interface LabelledPair {
  readonly id: string;
  readonly a: RuleText;
  readonly b: RuleText;
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
  for (const row of pairs) {
    const { relation, score, reasons } = await relate(row.a, row.b);
    judged.push({ row, score, reason: reasons[0] ?? "", truth: row.label, said: relation });
  }
  const answers: readonly Answer[] = judged;
  const figures = LABELS.map((name) => figuresOf(name, answers));
  const { error } = calibration(
    judged.map(({ score, truth, said }) => ({ confidence: score, right: truth === said })),
  );
  return [
    `macro-F1 ${percent(mean(figures.map(({ f1 }) => f1)))}, accuracy ${percent(mean(judged.map((each) => (each.truth === each.said ? 1 : 0))))}, calibration error ${percent(error)}`,
    ...figures.map(
      ({ name, count, precision, recall, f1 }) =>
        `  ${name.padEnd(22)} n ${String(count).padStart(4)}  precision ${percent(precision)}  recall ${percent(recall)}  F1 ${percent(f1)}`,
    ),
    ...judged
      .filter((each) => each.truth !== each.said)
      .slice(0, worst)
      .map(
        ({ row, truth, said, reason }) =>
          `  wrong  ${row.id}  is ${truth}, said ${said} (${reason})  ${excerpt(row.a.text)} / ${excerpt(row.b.text)}`,
      ),
  ];
}
