import { RETRY, type RetryOptions } from "../../../core/event/retry-delay.ts";
import type { EventLog } from "../../../ports/event-log.ts";
import { type SqlDatabase, storeClosed } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { consumeEvents, type SqlConsumption } from "./consume-events.ts";
import { discardDeadLetters, listDeadLetters, replayDeadLetters } from "./dead-letters.ts";
import { forgetGroup, listGroups } from "./list-groups.ts";
import { preparePublish } from "./publish-events.ts";
import { readBacklog } from "./read-backlog.ts";
import { newestPlace, readLog } from "./read-log.ts";
import { createWake } from "./wake.ts";

export interface SqlEventLogOptions {
  readonly retry?: RetryOptions;
  /** How long a consumer that died keeps others of its group from reading. */
  readonly stuckMs?: number;
  /** How often the log is looked at for what other processes published. */
  readonly pollMs?: number;
  readonly random?: () => number;
}

const STUCK_MS = 30_000;
const POLL_MS = 200;

/** The event log in the store's own tables; of each group, one consumer reads at a time. */
export function createSqlEventLog(database: SqlDatabase, options: SqlEventLogOptions = {}): EventLog {
  const { retry = RETRY, stuckMs = STUCK_MS, pollMs = POLL_MS, random = Math.random } = options;
  const append = preparePublish(database);
  const wake = createWake();
  const consumptions = new Set<SqlConsumption>();
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw storeClosed();
    const answer = work();
    running.add(answer);
    try {
      return await answer;
    } finally {
      running.delete(answer);
    }
  };
  const inHandOf = (group: string): number => {
    let inHand = 0;
    for (const one of consumptions) if (one.group === group) inHand += one.inHand();
    return inHand;
  };

  return {
    publish: async (events) => {
      await whileOpen(() => append(events));
      wake.ring();
    },
    consume: (consuming) => {
      if (closing !== undefined) throw storeClosed();
      const consumption = consumeEvents({ database, wake, retry, stuckMs, pollMs, random }, consuming);
      consumptions.add(consumption);
      return {
        stop: async () => {
          await consumption.stop();
          consumptions.delete(consumption);
        },
      };
    },
    newest: () => whileOpen(() => database.run(() => newestPlace(database))),
    read: (query) => whileOpen(() => database.run(() => readLog(database, query))),
    deadLetters: (query) => whileOpen(() => database.run(() => listDeadLetters(database, query))),
    replay: async (ids) => {
      const replayed = await whileOpen(() => replayDeadLetters(database, ids));
      wake.ring();
      return replayed;
    },
    discard: (ids) => whileOpen(() => discardDeadLetters(database, ids)),
    backlog: (group) =>
      whileOpen(() =>
        database.run(() => readBacklog(database, storedKey(group), inHandOf(storedKey(group)))),
      ),
    groups: () => whileOpen(() => database.run(() => listGroups(database))),
    forget: (group) => whileOpen(() => forgetGroup(database, storedKey(group))),
    close: () =>
      (closing ??= (async () => {
        await Promise.all([...consumptions].map((consumption) => consumption.stop()));
        await Promise.allSettled(running);
      })()),
  };
}
