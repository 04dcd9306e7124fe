import { RETRY, type RetryOptions } from "../../../core/event/retry-delay.ts";
import type { EventLog, LogPage, LogQuery, Backlog } from "../../../ports/event-log.ts";
import { type SqlDatabase, storeClosed } from "../sql-database.ts";
import { BatchStatement, repeatRow } from "../batch-statement.ts";
import { storedKey } from "../stored-text.ts";
import { consumeEvents, type SqlConsumption } from "./consume-events.ts";
import { deleteDeadLetters, readDeadLetters, replayDeadLetters } from "./dead-letters.ts";
import { createDoorbell } from "./doorbell.ts";
import { pageLimit } from "../page-cursor.ts";
import { StoreError } from "../../../ports/errors.ts";
import { parseBody } from "./parse-body.ts";
import { chunk } from "../../../core/chunk.ts";
import { type EmendEvent, LOG_RETENTION } from "../../../core/event/emend-event.ts";
import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** More than `TRIM_EVERY`, so that a log that was never trimmed shrinks too. */
const MAX_TRIMMED = 1_024;

/** Maximum events per transaction, so that others never wait long. */
const MAX_GROUP = 1_000;

/** Events published between two trims, by any process. */
const TRIM_EVERY = 256;

export interface SqlEventLogOptions {
  readonly retry?: RetryOptions;
  /** How long a dead consumer blocks others of its group. */
  readonly stuckMs?: number;
  /** How often to look for events published by other processes. */
  readonly pollMs?: number;
  readonly random?: () => number;
}

const STUCK_MS = 30_000;
const POLL_MS = 200;

/** The event log in the store's own tables. Only one consumer per group reads at a time. */
export function createSqlEventLog(database: SqlDatabase, options: SqlEventLogOptions = {}): EventLog {
  const { retry = RETRY, stuckMs = STUCK_MS, pollMs = POLL_MS, random = Math.random } = options;
  const append = preparePublish(database);
  const doorbell = createDoorbell();
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
  const ask = <T>(read: () => Promise<T>): Promise<T> => whileOpen(() => database.run(read));
  const inHandOf = (group: string): number => {
    let inHand = 0;
    for (const one of consumptions) if (one.group === group) inHand += one.inHand();
    return inHand;
  };

  return {
    publish: async (events) => {
      await whileOpen(() => append(events));
      doorbell.ring();
    },
    consume: (consuming) => {
      if (closing !== undefined) throw storeClosed();
      const consumption = consumeEvents({ database, doorbell, retry, stuckMs, pollMs, random }, consuming);
      consumptions.add(consumption);
      return {
        stop: async () => {
          await consumption.stop();
          consumptions.delete(consumption);
        },
      };
    },
    newest: () => ask(() => readNewestPosition(database)),
    latest: (limit) => ask(() => readLatest(database, limit)),
    read: (query) => ask(() => readLog(database, query)),
    deadLetters: (query) => ask(() => readDeadLetters(database, query)),
    replay: async (ids) => {
      const replayed = await whileOpen(() => replayDeadLetters(database, ids));
      doorbell.ring();
      return replayed;
    },
    discard: (ids) => whileOpen(() => deleteDeadLetters(database, ids)),
    backlog: (group) => ask(() => readBacklog(database, storedKey(group), inHandOf(storedKey(group)))),
    groups: () => ask(() => listGroups(database)),
    forget: (group) => whileOpen(() => forgetGroup(database, storedKey(group))),
    close: () =>
      (closing ??= (async () => {
        await Promise.all([...consumptions].map((consumption) => consumption.stop()));
        await Promise.allSettled(running);
      })()),
  };
}

/** Groups that have read, and those that only have dead letters. */
async function listGroups({ db }: SqlDatabase): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("event_group")
    .select("name")
    .union(db.selectFrom("event_dead").select("group_name as name"))
    .execute();
  return rows.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
}

/** Returns false if a consumer holds the group's lease. */
function forgetGroup({ dialect, transact }: SqlDatabase, group: string): Promise<boolean> {
  return transact(async (transaction) => {
    const held = await transaction
      .selectFrom("event_group")
      .select("name")
      .where("name", "=", group)
      .where("lease_until", ">", dialect.clock)
      .executeTakeFirst();
    if (held !== undefined) return false;
    await transaction.deleteFrom("event_retry").where("group_name", "=", group).execute();
    await transaction.deleteFrom("event_group").where("name", "=", group).execute();
    return true;
  });
}

async function readNewestPosition({ db }: SqlDatabase): Promise<string> {
  const { newest } = await db
    .selectFrom("event")
    .select(({ fn }) => fn.max("position").as("newest"))
    .executeTakeFirstOrThrow();
  return String(newest ?? 0);
}

async function readLatest({ db }: SqlDatabase, limit: number): Promise<LogPage["entries"]> {
  const rows = await db
    .selectFrom("event")
    .select(["position", "body"])
    .orderBy("position", "desc")
    .limit(pageLimit(limit))
    .execute();
  return rows.map(toEntry);
}

const toEntry = ({ position, body }: { readonly position: number; readonly body: string }) => ({
  id: String(position),
  event: parseBody(body),
});

/** Positions have no gaps, so if the first does not follow `after`, entries were trimmed. */
async function readLog({ db }: SqlDatabase, { after, limit }: LogQuery): Promise<LogPage> {
  if (!/^\d{1,15}$/.test(after)) {
    throw new StoreError(
      "invalid_cursor",
      "expected the position of an entry in this log; reload everything",
    );
  }
  const rows = await db
    .selectFrom("event")
    .select(["position", "body"])
    .where("position", ">", Number(after))
    .orderBy("position")
    .limit(pageLimit(limit))
    .execute();
  return {
    entries: rows.map(toEntry),
    gap: rows[0] !== undefined && rows[0].position > Number(after) + 1,
  };
}

/**
 * Computed from positions, since they have no gaps. Only failed entries are counted. Entries that other processes are
 * handling count as waiting, because tracking them would cost a write per batch.
 */
async function readBacklog({ db }: SqlDatabase, group: string, inHand: number): Promise<Backlog> {
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("event")
        .select(({ fn }) => fn.max("position").as("newest"))
        .as("newest"),
      eb
        .selectFrom("event")
        .select(({ fn }) => fn.min("position").as("oldest"))
        .as("oldest"),
      eb.selectFrom("event_group").select("position").where("name", "=", group).as("position"),
      eb
        .selectFrom("event_retry")
        .select(({ fn }) => fn.countAll<number>().as("aside"))
        .where("group_name", "=", group)
        .where("attempts", ">", 0)
        .as("aside"),
      eb
        .selectFrom("event_retry")
        .select(({ fn }) => fn.countAll<number>().as("replayed"))
        .where("group_name", "=", group)
        .where("attempts", "=", 0)
        .as("replayed"),
      eb
        .selectFrom("event_dead")
        .select(({ fn }) => fn.countAll<number>().as("dead"))
        .where("group_name", "=", group)
        .as("dead"),
    ])
    .executeTakeFirstOrThrow();
  const { newest, oldest, position, aside, replayed, dead } = counts;
  const unread = newest === null ? 0 : newest - Math.max(position ?? 0, (oldest ?? 1) - 1);
  const untried = unread + (replayed ?? 0);
  const held = Math.min(untried, inHand);
  return { waiting: untried - held, pending: (aside ?? 0) + held, dead: dead ?? 0 };
}

/**
 * Positions are assigned under a lock held until the commit, so a reader that has seen one never misses a lower one.
 */
function preparePublish({ db, dialect, now, transact }: SqlDatabase) {
  const known = new BatchStatement((count) =>
    db.selectFrom("event").select("id").where("id", "in", repeatRow(count, "")).compile(),
  );
  const insert = new BatchStatement((count) =>
    db
      .insertInto("event")
      .values(repeatRow(count, { position: 0, id: "", body: "", created_at: "" }))
      .compile(),
  );

  const append = (events: ReadonlyMap<string, EmendEvent>): Promise<void> =>
    transact(async (transaction) => {
      await dialect.lock(transaction, "events");
      const ids = [...events.keys()].map((id) => [id]);
      const old = new Set((await known.run<{ id: string }>(transaction, ids)).map(({ id }) => id));
      const fresh = [...events].filter(([id]) => !old.has(id));
      if (fresh.length === 0) return;
      const { last } = await transaction
        .selectFrom("event")
        .select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last"))
        .executeTakeFirstOrThrow();
      const time = now();
      await insert.run(
        transaction,
        fresh.map(([id, event], at) => [last + 1 + at, id, JSON.stringify(event), time.toISOString()]),
      );
      const newest = last + fresh.length;
      if (Math.floor(newest / TRIM_EVERY) !== Math.floor(last / TRIM_EVERY)) {
        await trimEvents(transaction, { newest, now: time });
      }
    });

  return async (events: readonly EmendEvent[]): Promise<void> => {
    for (const part of chunk(events, MAX_GROUP)) {
      const distinct = new Map<string, EmendEvent>();
      for (const event of part) {
        const id = storedKey(event.id);
        if (!distinct.has(id)) distinct.set(id, event);
      }
      await append(distinct);
    }
  };
}

/** Deletes some of the oldest entries that every group has read and that are past retention. */
export async function trimEvents(
  transaction: Transaction<Tables>,
  { newest, now }: { readonly newest: number; readonly now: Date },
): Promise<number> {
  const { slowest } = await transaction
    .selectFrom("event_group")
    .select((eb) => eb.fn.min("position").as("slowest"))
    .executeTakeFirstOrThrow();
  const upTo = Math.min(newest - LOG_RETENTION.newest, slowest ?? newest);
  if (upTo <= 0) return 0;
  const oldest = await transaction
    .selectFrom("event")
    .select(["position", "created_at"])
    .where("position", "<=", upTo)
    .orderBy("position")
    .limit(MAX_TRIMMED)
    .execute();
  const before = new Date(now.getTime() - LOG_RETENTION.ms).toISOString();
  const young = oldest.findIndex(({ created_at }) => created_at >= before);
  const last = oldest.at(young === -1 ? -1 : young - 1);
  if (last === undefined || young === 0) return 0;
  await transaction.deleteFrom("event").where("position", "<=", last.position).execute();
  return young === -1 ? oldest.length : young;
}
