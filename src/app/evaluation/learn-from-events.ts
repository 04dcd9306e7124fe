import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import type { LogEntry } from "../../ports/event-log.ts";

/** Who reads the log to evaluate what was recorded. */
export const LEARN_GROUP = "emend-learn";

/** Handles events by evaluating the feedback they tell of; others are passed over. */
export const learnFromEvents =
  ({
    evaluate,
    onEvaluated,
  }: {
    readonly evaluate: (feedbackIds: readonly string[]) => Promise<readonly EvaluationRecord[]>;
    readonly onEvaluated?: (records: readonly EvaluationRecord[]) => void;
  }) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const ids = entries.flatMap(({ event }) => recordedId(event) ?? []);
    if (ids.length === 0) return;
    const evaluated = await evaluate(ids);
    if (evaluated.length > 0) onEvaluated?.(evaluated);
  };

function recordedId(event: unknown): string | undefined {
  if (typeof event !== "object" || event === null) return undefined;
  const { type, subject } = event as { readonly type?: unknown; readonly subject?: unknown };
  return type === "emend.feedback.recorded" && typeof subject === "string" ? subject : undefined;
}
