import { judgeComment } from "../src/core/actionable/judge-comment.ts";
import { excerpt, scoreLines } from "./figures.ts";
import type { Labelled } from "./labelled.ts";

/** The lint's figures on labelled comments, as lines to print. */
export function scoreLint(rows: readonly Labelled[], worst: number): readonly string[] {
  const judged = rows.map(({ id, text, label }) => {
    const { actionable, reason } = judgeComment(text);
    return { id, reason, shown: excerpt(text), truth: label, predicted: actionable ? "actionable" : "vague" };
  });
  return scoreLines(["actionable", "vague"], judged, { worst });
}
