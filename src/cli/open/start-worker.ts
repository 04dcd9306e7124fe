import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { forgetEnded } from "../../app/access/forget-ended.ts";
import { LEARN_GROUP, learnFromEvents } from "../../app/evaluation/learn-from-events.ts";
import { outlastOutage } from "../../app/event/outlast-outage.ts";
import { patientStore } from "../../app/feedback/patient-store.ts";
import { moveOwnEvents } from "../../app/event/move-own-events.ts";
import { DECISION_WRITER_GROUP, writeDecisions } from "../../app/event/write-decisions.ts";
import { relayOutbox } from "../../app/event/relay-outbox.ts";
import { DECISION_GROUP, takeInDecisions } from "../../app/event/take-in-decisions.ts";
import { tendRules } from "../../app/rule/tend-rules.ts";
import type { DecisionStream } from "../../ports/decision-stream.ts";
import type { Consumption, EventLog } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { openCorrections } from "./open-corrections.ts";
import { tellOthers } from "./tell-others.ts";
import { openLearning, type Learning } from "./open-learning.ts";

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
  readonly io: CliIo;
  readonly store: Store;
  readonly log: EventLog;
  /** Where others publish decisions, if that is a stream apart from the log. */
  readonly decisions?: EventLog & DecisionStream;
  readonly learning?: Learning;
  /** Waits until there is time to learn, where the process has other things to do as well. */
  readonly spare?: (signal: AbortSignal) => Promise<void>;
  readonly onFault: (fault: { readonly code: string; readonly message: string }) => void;
  readonly onProposed: (ruleId: string) => void;
}

/** Starts the relay, the decision reader, the learner and whoever tends the rules; as many workers as wanted may run. */
export async function startWorker({
  io,
  store,
  log,
  decisions,
  learning: given,
  spare,
  onFault,
  onProposed,
}: WorkerParts): Promise<Worker> {
  const config = await configOf(io);
  const stopping = new AbortController();
  const { signal } = stopping;
  const consumer = `${hostname()}-${process.pid}`;
  let read = 0;
  let evaluated = 0;
  const patience = { wait, random: Math.random, signal, onFault };
  const takeIn = takeInDecisions({
    store: patientStore({ store: store.feedback, ...patience }),
    now: () => io.now().toISOString(),
    readCorrection: await openCorrections(io),
    onFault,
  });
  const learning = given ?? (await openLearning(io, store, config.rules, log));
  const reader = log.consume({
    group: DECISION_GROUP,
    consumer,
    handle: async (entries) => {
      await takeIn(entries);
      read += entries.length;
    },
    onFault,
  });
  const patiently = outlastOutage(patience, "learning");
  const learn = learnFromEvents({
    evaluate: (feedbackIds) => patiently(() => learning.evaluate(feedbackIds)),
    reconsider: (ruleIds) => patiently(() => learning.reconsider(ruleIds)),
    onEvaluated: (records) => (evaluated += records.length),
  });
  const learner = log.consume({
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
      : moveOwnEvents({ own: log, decisions, consumer, wait, onFault })(signal);
  const telling = await tellOthers({ io, store, log, config, consumer, onFault, wait }, signal);
  const tidying = tidy(store, io, signal);
  const relaying = relayOutbox({ outbox: store.outbox, events: log, wait, random: Math.random, onFault })(
    signal,
  );
  const propose = restBetween(learning.propose);
  const tending = tendRules({
    ...learning,
    propose: async () => {
      await spare?.(signal);
      return propose();
    },
    wait,
    onFault,
    onProposed: (rules) => {
      for (const { id } of rules) onProposed(id);
    },
  })(signal);
  return {
    stop: async () => {
      stopping.abort();
      const published = await relaying;
      // Before the log is closed, which would wait for an endpoint's pause.
      await Promise.all([telling.ended, tending, tidying, moving]);
      await Promise.all([reader.stop(), learner.stop(), written?.stop()]);
      return { read, evaluated, published };
    },
  };

  function writingDecisions(): Consumption | undefined {
    if (!config.events.writeDecisions || decisions === undefined) return undefined;
    const write = writeDecisions({ ...store, decisions });
    return log.consume({ group: DECISION_WRITER_GROUP, consumer, handle: write, onFault });
  }
}

/** What grouping and proposing may take of a process: one part of so many. */
const SHARE = 10;

/** Proposes nothing until it rested long enough after the last time; what is new waits for the next round. */
function restBetween(propose: Learning["propose"]): Learning["propose"] {
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

/** Frees what logins and kept answers took once they are over; nothing depends on it. */
async function tidy({ sessions, idempotency }: Store, io: CliIo, signal: AbortSignal): Promise<void> {
  const forget = forgetEnded({ sessions, idempotency, now: () => io.now().toISOString() });
  while (!signal.aborted) {
    await forget().catch(() => undefined);
    await wait(HOUR_MS, signal);
  }
}

/** Ends early, and in peace, when it is told to. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
