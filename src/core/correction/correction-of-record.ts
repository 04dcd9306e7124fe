import { canonicalPath } from "../change/canonical-path.ts";
import { defined } from "../defined.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { isCorrection } from "../feedback/kind-of-feedback.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { clipText } from "../text/bounded-text.ts";
import { correctionId, type PastCorrection } from "./past-correction.ts";

const MAX_REMARK = 2_000;

export interface RecordPlace {
  /** What is grouped together: a repository, or a folder of exports. */
  readonly project: string;
  /** The file that it was read from, and the number of its entry. */
  readonly file: string;
  readonly entry: number;
}

/** Exported feedback as a correction. Undefined if it corrects nothing, or not in words. */
export function correctionOfRecord(
  feedback: Feedback,
  { project, file, entry }: RecordPlace,
): PastCorrection | undefined {
  const { comment, wrong, fix, author, outcome, target, run, task, id } = feedback;
  const words = comment ?? [wrong, fix].filter(Boolean).join("\n");
  if (words === "" || feedback.by_author === true || !isCorrection(feedback)) return undefined;
  const path = target?.path === undefined ? undefined : canonicalPath(target.path);
  const line = target?.location?.type === "lines" ? target.location.line : 1;
  const isTool = author.trust === "tool";
  return {
    id: correctionId(`record:${feedback.event_id}`),
    found: "review",
    kind: "review",
    remark: maskPrivate(clipText(words, MAX_REMARK)),
    outcome: outcome === "approved_with_changes" ? "landed" : "unknown",
    project,
    // A tool reports all that it finds at once, so that only another file is another occasion.
    session: (isTool ? path : (task ?? run)) ?? id,
    time: feedback.time,
    rework: 0,
    origin: path === undefined ? { file, line: entry, turn: id } : { file: path, line, turn: id },
    ...defined({
      author: author.id === "unknown" ? undefined : author.id,
      agent: feedback.agent,
      path,
    }),
  };
}
