import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { fieldOf, listOf, textOf } from "../../core/json/json.ts";
import type { LogEntry, EventLog, Outbox } from "../../ports/event-log.ts";

/** The consumer group that evaluates recorded feedback. */
export const LEARN_GROUP = "emend-learn";

/** Rule changes after which a check may be drafted from the rule's corrections. */
const DRAFTED_ACTS: ReadonlySet<unknown> = new Set(["rule.proposed", "rule.activated"]);

/** Rule changes after which the covered feedback is re-evaluated. */
const RECONSIDERED_ACTS: ReadonlySet<unknown> = new Set(["rule.activated", "rule.retired"]);

/**
 * Evaluates newly recorded feedback, re-evaluates what an activated or retired rule covers, and drafts checks for
 * proposed and activated rules. Other events are ignored.
 */
export const learnFromEvents =
  ({
    evaluate,
    reconsider,
    draftChecks,
    onEvaluated,
  }: {
    readonly evaluate: (feedbackIds: readonly string[]) => Promise<readonly EvaluationRecord[]>;
    readonly reconsider: (ruleIds: readonly string[]) => Promise<void>;
    /** Never rejects: people can draft a check at any time. */
    readonly draftChecks?: (ruleIds: readonly string[]) => Promise<void>;
    readonly onEvaluated?: (records: readonly EvaluationRecord[]) => void;
  }) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const ids = entries.flatMap(({ event }) => recordedId(event) ?? []);
    const evaluated = ids.length === 0 ? [] : await evaluate(ids);
    if (evaluated.length > 0) onEvaluated?.(evaluated);
    const rules = entries.flatMap(({ event }) => changedRuleId(event, RECONSIDERED_ACTS) ?? []);
    if (rules.length > 0) await reconsider(rules);
    const checked = entries.flatMap(({ event }) => changedRuleId(event, DRAFTED_ACTS) ?? []);
    if (checked.length > 0) await draftChecks?.(checked);
  };

const recordedId = (event: unknown): string | undefined =>
  fieldOf(event, "type") === "emend.feedback.recorded" ? textOf(fieldOf(event, "subject")) : undefined;

/** The rule, if one of these acts changed it. */
const changedRuleId = (event: unknown, acts: ReadonlySet<unknown>): string | undefined =>
  fieldOf(event, "type") === "emend.rule.changed" &&
  listOf(fieldOf(event, "data", "acts")).some((act) => acts.has(act))
    ? textOf(fieldOf(event, "subject"))
    : undefined;

export interface Learned {
  /** Feedback that was evaluated now. */
  readonly evaluated: number;
  /** Feedback that failed, and is a dead letter or will be retried. */
  readonly failed: number;
}

const RELAY_BATCH = 500;
const BATCH = 64;

/** Evaluates everything that is pending, and returns when nothing is left. */
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
        // Failures are retried by the next reader; waiting for them could take minutes.
        if (waiting === 0 && pending <= failed) break;
        await wait(20);
      }
    } finally {
      await reading.stop();
    }
    return { evaluated, failed };
  };
