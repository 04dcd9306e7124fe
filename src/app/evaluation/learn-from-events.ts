import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { fieldOf, listOf, textOf } from "../../core/json/json.ts";
import type { LogEntry, EventLog, Outbox } from "../../ports/event-log.ts";

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
  listOf(fieldOf(event, "data", "acts")).some((act) => RECONSIDERED.has(act))
    ? textOf(fieldOf(event, "subject"))
    : undefined;

export interface Learned {
  /** Feedback that got its class now. */
  readonly evaluated: number;
  /** Feedback that could not be evaluated, and is a dead letter or is tried again later. */
  readonly failed: number;
}

const RELAY_BATCH = 500;
const BATCH = 64;

/** Evaluates everything that was recorded and not evaluated yet, and answers when nothing is left. */
export const learnOnce =
  ({
    outbox,
    events,
    evaluate,
    reconsider,
    wait,
    onProgress,
  }: {
    readonly outbox: Outbox;
    readonly events: EventLog;
    readonly evaluate: (feedbackIds: readonly string[]) => Promise<readonly EvaluationRecord[]>;
    readonly reconsider: (ruleIds: readonly string[]) => Promise<void>;
    readonly wait: (ms: number) => Promise<void>;
    readonly onProgress?: (evaluated: number, waiting: number) => void;
  }) =>
  async (consumer: string): Promise<Learned> => {
    while ((await outbox.relay(RELAY_BATCH, (batch) => events.publish(batch))) > 0);
    let evaluated = 0;
    let failed = 0;
    const reading = events.consume({
      group: LEARN_GROUP,
      consumer,
      batch: BATCH,
      handle: learnFromEvents({
        evaluate,
        reconsider,
        onEvaluated: (records) => (evaluated += records.length),
      }),
      onFault: ({ code }) => {
        if (code !== "log_unreachable") failed += 1;
      },
    });
    try {
      for (;;) {
        const { waiting, pending } = await events.backlog(LEARN_GROUP);
        onProgress?.(evaluated, waiting + pending);
        // What failed is tried again by whoever reads next; waiting for it here could take minutes.
        if (waiting === 0 && pending <= failed) break;
        await wait(20);
      }
    } finally {
      await reading.stop();
    }
    return { evaluated, failed };
  };
