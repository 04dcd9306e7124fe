import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { fieldOf, listOf, textOf } from "../../core/json/read-json.ts";
import type { LogEntry } from "../../ports/event-log.ts";

/** Who reads the log to evaluate what was recorded. */
export const LEARN_GROUP = "emend-learn";

/** Changes of a rule after which what it covers is evaluated again. */
const RECONSIDERED: ReadonlySet<unknown> = new Set(["rule.activated", "rule.retired"]);

/**
 * Handles events by evaluating the feedback they tell of, and again what a rule covers that came into force or was
 * retired; others are passed over.
 */
export const learnFromEvents =
  ({
    evaluate,
    reconsider,
    onEvaluated,
  }: {
    readonly evaluate: (feedbackIds: readonly string[]) => Promise<readonly EvaluationRecord[]>;
    readonly reconsider: (ruleIds: readonly string[]) => Promise<void>;
    readonly onEvaluated?: (records: readonly EvaluationRecord[]) => void;
  }) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const ids = entries.flatMap(({ event }) => recordedId(event) ?? []);
    const evaluated = ids.length === 0 ? [] : await evaluate(ids);
    if (evaluated.length > 0) onEvaluated?.(evaluated);
    const rules = entries.flatMap(({ event }) => reconsideredId(event) ?? []);
    if (rules.length > 0) await reconsider(rules);
  };

const recordedId = (event: unknown): string | undefined =>
  fieldOf(event, "type") === "emend.feedback.recorded" ? textOf(fieldOf(event, "subject")) : undefined;

const reconsideredId = (event: unknown): string | undefined =>
  fieldOf(event, "type") === "emend.rule.changed" &&
  listOf(fieldOf(fieldOf(event, "data"), "acts")).some((act) => RECONSIDERED.has(act))
    ? textOf(fieldOf(event, "subject"))
    : undefined;
