import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { LEARN_GROUP, learnFromEvents } from "../app/learn-from-events.ts";
import { patientStore } from "../app/patient-store.ts";
import { relayOutbox } from "../app/relay-outbox.ts";
import { DECISION_GROUP, takeInDecisions } from "../app/take-in-decisions.ts";
import { tendRules } from "../app/tend-rules.ts";
import type { CliContext } from "./cli-context.ts";
import { configOf } from "./config-of.ts";
import type { EventPorts } from "./event-ports.ts";
import type { LogOptions } from "./events-options.ts";
import { EXIT } from "./exit-code.ts";
import { openEventLog, PROCESS_PORTS, storeName } from "./open-event-log.ts";
import { openLearning } from "./open-learning.ts";
import { safeLine } from "./safe-text.ts";

/** `emend events run`: the relay, the decision reader and the learner, until the process is asked to end. */
export async function runEvents(
  options: LogOptions,
  { io, finish }: CliContext,
  ports: EventPorts = PROCESS_PORTS,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const unlisten = ports.onStop(() => stopping.abort());
  try {
    const opened = await openEventLog(io, options, ports, { needed: true, create: true });
    try {
      const store = opened.store!;
      const say = (line: string): void => void io.stderr.write(`emend: ${safeLine(line)}\n`);
      const onFault = ({ code, message }: { readonly code: string; readonly message: string }): void =>
        say(`${message} [${code}]`);
      const name = await storeName(io, options);
      say(`decisions go from ${opened.name} to ${name}, and events back; Ctrl-C stops it`);
      let read = 0;
      const takeIn = takeInDecisions({
        store: patientStore({ store: store.feedback, wait, random: Math.random, signal, onFault }),
        now: () => io.now().toISOString(),
      });
      const reader = opened.log.consume({
        group: DECISION_GROUP,
        consumer: `${hostname()}-${process.pid}`,
        handle: async (entries) => {
          await takeIn(entries);
          read += entries.length;
        },
        onFault,
      });
      const relay = relayOutbox({
        outbox: store.outbox,
        events: opened.log,
        wait,
        random: Math.random,
        onFault,
      });
      const learning = await openLearning(io, store, (await configOf(io)).rules, opened.log);
      let evaluated = 0;
      const learner = opened.log.consume({
        group: LEARN_GROUP,
        consumer: `${hostname()}-${process.pid}`,
        batch: 32,
        handle: learnFromEvents({
          evaluate: learning.evaluate,
          onEvaluated: (records) => (evaluated += records.length),
        }),
        onFault,
      });
      const tending = tendRules({
        ...learning,
        wait,
        onFault,
        onProposed: (rules) => {
          for (const { id } of rules) say(`proposed ${id}; see \`emend rules show ${id}\``);
        },
      })(signal);
      const published = await relay(signal);
      await Promise.all([reader.stop(), learner.stop(), tending]);
      io.stdout.write(
        `read ${counted(read)}, evaluated ${evaluated} ${evaluated === 1 ? "record" : "records"}, published ${counted(published)}\n`,
      );
      finish(EXIT.fine);
    } finally {
      await opened.close();
    }
  } finally {
    unlisten();
  }
}

const counted = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`;

/** Ends early, and in peace, when it is told to. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
