import { judgeComment } from "../src/core/actionable/judge-comment.ts";
import { figuresOf, mean, type Answer } from "./figures.ts";
import type { Labelled } from "./labelled.ts";
import { excerpt, percent } from "./score-detector.ts";

/** The lint's figures on labelled comments, as lines to print. */
export function scoreLint(rows: readonly Labelled[], worst: number): readonly string[] {
  const judged = rows.map((row) => {
    const { actionable, reason } = judgeComment(row.text);
    return { row, reason, truth: row.label, said: actionable ? "actionable" : "vague" };
  });
  const answers: readonly Answer[] = judged;
  const figures = ["actionable", "vague"].map((name) => figuresOf(name, answers));
  return [
    `macro-F1 ${percent(mean(figures.map(({ f1 }) => f1)))}, accuracy ${percent(mean(judged.map((each) => (each.truth === each.said ? 1 : 0))))}`,
    ...figures.map(
      ({ name, count, precision, recall, f1 }) =>
        `  ${name.padEnd(22)} n ${String(count).padStart(4)}  precision ${percent(precision)}  recall ${percent(recall)}  F1 ${percent(f1)}`,
    ),
    ...judged
      .filter((each) => each.truth !== each.said)
      .slice(0, worst)
      .map(
        (each) =>
          `  wrong  ${each.row.id}  is ${each.truth}, said ${each.said} (${each.reason})  ${excerpt(each.row.text)}`,
      ),
  ];
}
