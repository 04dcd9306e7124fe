import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { Outbox } from "../../ports/outbox.ts";
import { LEARN_GROUP, learnFromEvents } from "./learn-from-events.ts";

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
