import type { FindEdits } from "../../app/learn/learn-from-history.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import type { Feedback, FeedbackAuthor } from "../../core/feedback/feedback.ts";

export interface RecordContext {
  readonly now: string;
  /** Whose words they are, if the source names nobody. */
  readonly author: FeedbackAuthor;
}

/** Corrections from somewhere else than conversations. */
export interface HistoryElsewhere {
  readonly corrections: readonly PastCorrection[];
  readonly findEdits?: FindEdits;
  readonly reviews: { readonly sessions: number; readonly remarks: number };
  readonly commits: { readonly sessions: number; readonly remarks: number };
  /** What `--record` stores besides the corrections. */
  readonly feedback: (context: RecordContext) => readonly Feedback[];
  readonly unknownFiles: readonly string[];
  /** What the user should know about the reading. */
  readonly notes: readonly string[];
}

export const emptyHistory = (): HistoryElsewhere => ({
  corrections: [],
  reviews: { sessions: 0, remarks: 0 },
  commits: { sessions: 0, remarks: 0 },
  feedback: () => [],
  unknownFiles: [],
  notes: [],
});

export function joinHistories(parts: readonly HistoryElsewhere[]): HistoryElsewhere {
  const sum = (of: (part: HistoryElsewhere) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const finders = parts.flatMap(({ findEdits }) => findEdits ?? []);
  return {
    corrections: parts.flatMap(({ corrections }) => corrections),
    ...(finders.length === 0
      ? {}
      : { findEdits: (conversations) => finders.flatMap((find) => find(conversations)) }),
    reviews: {
      sessions: sum(({ reviews }) => reviews.sessions),
      remarks: sum(({ reviews }) => reviews.remarks),
    },
    commits: {
      sessions: sum(({ commits }) => commits.sessions),
      remarks: sum(({ commits }) => commits.remarks),
    },
    feedback: (context) => parts.flatMap(({ feedback }) => feedback(context)),
    unknownFiles: parts.flatMap(({ unknownFiles }) => unknownFiles),
    notes: parts.flatMap(({ notes }) => notes),
  };
}
