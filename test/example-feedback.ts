import type { Feedback, Outcome } from "../src/core/feedback/feedback.ts";
import { fromJsonl } from "../src/core/feedback/from-jsonl.ts";

const NOW = "2026-03-10T11:42:00Z";

export interface ExampleLine {
  readonly id: string;
  readonly agent?: string;
  readonly time?: string;
  readonly outcome?: Outcome;
  readonly tags?: readonly string[];
  readonly comment?: string;
  readonly author?: string;
}

/** A record as an import makes it. */
export function exampleFeedback(line: ExampleLine): Feedback {
  const [feedback] = fromJsonl({ comment: `remark ${line.id}`, ...line }, { now: NOW }).feedback;
  if (feedback === undefined) throw new Error("the example makes no record");
  return feedback;
}
