import { hostname } from "node:os";
import { deleteExpired } from "../app/access/open-session.ts";
import { LEARN_GROUP, learnFromEvents } from "../app/evaluation/learn-from-events.ts";
import { moveOwnEvents } from "../app/event/move-own-events.ts";
import { retryThroughOutage, retryingStore } from "../app/event/retry-through-outage.ts";
import { relayOutbox } from "../app/event/relay-outbox.ts";
import {
  DECISION_GROUP,
  ingestDecisions,
  DECISION_WRITER_GROUP,
  writeDecisions,
} from "../app/event/ingest-decisions.ts";
import { maintainRules } from "../app/rule/maintain-rules.ts";
import type { Emend } from "../compose.ts";
import type { Config } from "../config/config.ts";
import { reasonOf } from "../core/event/retry-delay.ts";
import type { ReadCorrection } from "../core/feedback/from-decision.ts";
import type { DecisionStream, Consumption, EventLog } from "../ports/event-log.ts";
import type { Store } from "../ports/store.ts";
import type { Tracer } from "../ports/tracer.ts";
import { notify, type OpenedWebhooks } from "./notify.ts";
import { wait } from "./wait.ts";

/** What a worker did until it was stopped. */
interface WorkDone {
  readonly read: number;
  readonly evaluated: number;
  readonly published: number;
}

export interface Worker {
  /** Finishes what is in hand. */
  readonly stop: () => Promise<WorkDone>;
}

interface WorkerParts {
  readonly emend: Emend;
  readonly config: Pick<Config, "alerts" | "events" | "server">;
  readonly webhooks: OpenedWebhooks;
  readonly readCorrection: ReadCorrection;
  /** The stream that others publish decisions to, if it is not the event log itself. */
  readonly decisions?: EventLog & DecisionStream;
  /** Waits until there is time to learn, in a process that also answers requests. */
  readonly spare?: (signal: AbortSignal) => Promise<void>;
  readonly tracer?: Tracer | undefined;
  readonly now: () => Date;
  readonly onFault: (fault: { readonly code: string; readonly message: string }) => void;
  readonly onProposed: (ruleId: string) => void;
}

/**
 * Starts everything that runs in the background: the relay, the decision reader, the learner, the upkeep of rules, the
 * alert watch and the delivery of webhooks. Any number of workers may run on one store.
 */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { emend, config, webhooks, readCorrection, decisions, spare, tracer, now, onFault } = parts;
  const { store, events, feedback, rules } = emend;
  const stopping = new AbortController();
  const { signal } = stopping;
  const consumer = `${hostname()}-${process.pid}`;
  let read = 0;
  let evaluated = 0;
  // A worker that cannot learn should fail when it starts, not with the first event.
  await emend.learning();
  const patience = { wait, random: Math.random, signal, onFault };
  const takeIn = ingestDecisions({
    store: retryingStore({ store: store.feedback, ...patience }),
    now: () => now().toISOString(),
    readCorrection,
    onFault,
  });
  const reader = events.consume({
    group: DECISION_GROUP,
    consumer,
    handle: async (entries) => {
      await takeIn(entries);
      read += entries.length;
    },
    onFault,
  });
  const patiently = retryThroughOutage(patience, "learning");
  const evaluate = traced(feedback.evaluate, tracer);
  const learn = learnFromEvents({
    evaluate: (feedbackIds) => patiently(() => evaluate(feedbackIds)),
    reconsider: (ruleIds) => patiently(() => rules.reconsider(ruleIds)),
    draftChecks: async (ruleIds) => {
      try {
        await emend.checks.draftMissing(ruleIds);
      } catch (error) {
        const message = `no check could be drafted for ${ruleIds.length} rules: ${reasonOf(error)}; draft them with \`emend checks draft <rule>\``;
        onFault({ code: "checks_not_drafted", message });
      }
    },
    onEvaluated: (records) => (evaluated += records.length),
  });
  const learner = events.consume({
    group: LEARN_GROUP,
    consumer,
    batch: 32,
    handle: async (entries) => {
      await spare?.(signal);
      await learn(entries);
    },
    onFault,
  });
  const written = writingDecisions();
  const moving =
    decisions === undefined
      ? undefined
      : moveOwnEvents({ own: events, decisions, consumer, wait, onFault })(signal);
  const { publicUrl } = config.server;
  const notifying = notify(
    {
      emend,
      webhooks,
      thresholds: config.alerts,
      consumer,
      now,
      onFault,
      ...(publicUrl === undefined ? {} : { publicUrl }),
    },
    signal,
  );
  const tidying = tidy(store, now, signal);
  const relaying = relayOutbox({ outbox: store.outbox, events, wait, random: Math.random, onFault })(signal);
  const propose = restBetween(rules.proposeRecurring);
  const tending = maintainRules({
    propose: async () => {
      await spare?.(signal);
      return propose();
    },
    expire: rules.expire,
    measure: async () => {
      await rules.measure({ flag: true });
      await rules.flagNeedless();
    },
    tendTrials: emend.trials.tend,
    wait,
    onFault,
    onProposed: (proposed) => {
      for (const { id } of proposed) parts.onProposed(id);
    },
  })(signal);
  return {
    stop: async () => {
      stopping.abort();
      const published = await relaying;
      // Before the log is closed, which would wait for an endpoint's pause.
      await Promise.all([notifying, tending, tidying, moving]);
      await Promise.all([reader.stop(), learner.stop(), written?.stop()]);
      return { read, evaluated, published };
    },
  };

  function writingDecisions(): Consumption | undefined {
    if (!config.events.writeDecisions || decisions === undefined) return undefined;
    const write = writeDecisions({ ...store, decisions });
    return events.consume({ group: DECISION_WRITER_GROUP, consumer, handle: write, onFault });
  }
}

type Evaluate = (feedbackIds: readonly string[]) => ReturnType<Emend["feedback"]["evaluate"]>;

/** The same, with a span for each batch. */
function traced(evaluate: Evaluate, tracer: Tracer | undefined): Evaluate {
  if (tracer === undefined) return evaluate;
  return async (feedbackIds) => {
    const span = tracer.start("learn", { kind: "consumer" });
    const batch = { "messaging.batch.message_count": feedbackIds.length };
    try {
      const done = await evaluate(feedbackIds);
      span.end({ attributes: { ...batch, "emend.evaluated.count": done.length } });
      return done;
    } catch (error) {
      span.end({ attributes: batch, error: error instanceof Error ? error.name : "unknown" });
      throw error;
    }
  };
}

type Propose = Emend["rules"]["proposeRecurring"];

/** Grouping and proposing take at most this fraction of a process's time: one part in ten. */
const SHARE = 10;

/** Skips rounds until enough time has passed since the last one; what is new waits for the next. */
function restBetween(propose: Propose): Propose {
  let restUntil = 0;
  return async () => {
    const start = performance.now();
    if (start < restUntil) return { proposed: [], skipped: [] };
    const proposed = await propose();
    const end = performance.now();
    restUntil = end + (end - start) * (SHARE - 1);
    return proposed;
  };
}

const HOUR_MS = 3_600_000;

/** Removes expired sessions, invitations and idempotency keys every hour. */
async function tidy(store: Store, now: () => Date, signal: AbortSignal): Promise<void> {
  const { sessions, invitations, idempotency } = store;
  const forget = deleteExpired({ sessions, invitations, idempotency, now: () => now().toISOString() });
  while (!signal.aborted) {
    await forget().catch(() => undefined);
    await wait(HOUR_MS, signal);
  }
}
