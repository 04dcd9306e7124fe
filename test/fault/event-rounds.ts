import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { DECISION_GROUP } from "../../src/app/event/ingest-decisions.ts";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import { createSqlEventLog } from "../../src/drivers/sql/event/sql-event-log.ts";
import { createSqlOutbox } from "../../src/drivers/sql/event/sql-outbox.ts";
import { createSqlFeedbackStore } from "../../src/drivers/sql/feedback/sql-feedback-store.ts";
import { until } from "../contract/make-event.ts";
import { readAll } from "../contract/read-all.ts";
import { openSqlDatabase } from "../open-sql-database.ts";

const WORKER = fileURLToPath(new URL("event-worker.ts", import.meta.url));
const READERS = ["relay", "decisions", "effects"] as const;
const PER_ROUND = 1_000_000;

export interface EventPlace {
  /** A SQLite file or a postgres:// address. */
  readonly store: string;
  /** A redis:// address, or `own`. */
  readonly log: string;
  /** Where the effect of each event is written. */
  readonly effects: string;
  /** How long a killed reader's work is left alone; short ones may also part a slow reader from its work. */
  readonly stuckMs: number;
}

interface Part {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  /** Whole lines, after the first. */
  readonly lines: () => readonly string[];
  readonly errors: () => string;
  readonly kill: () => Promise<void>;
}

/**
 * Kills the publisher, the relay and both readers at random points, so many times over the same place, then lets
 * the readers finish: everything acknowledged is recorded once and everything recorded had its effect. Answers
 * how many decisions there were.
 */
export async function eventRounds(place: EventPlace, rounds: number): Promise<number> {
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const parts = [
      startPart("publisher", place, round * PER_ROUND),
      ...READERS.map((role) => startPart(role, place)),
    ];
    await Promise.all(parts.map(({ ready }) => ready));
    await Promise.all(
      parts.map(async (part) => {
        await setTimeout(randomInt(0, 400));
        await part.kill();
        expect(part.errors()).toBe("");
      }),
    );
    for (const id of parts[0]!.lines()) acknowledged.add(id);
  }
  const parts = READERS.map((role) => startPart(role, place));
  try {
    await expectWhole(place, acknowledged);
    for (const part of parts) expect(part.errors()).toBe("");
  } finally {
    await Promise.all(parts.map((part) => part.kill()));
  }
  return acknowledged.size;
}

/**
 * Lets several processes read for each group at once, none of which dies before all is read; answers the effects
 * of all events, in the order in which they came about.
 */
export async function readTogether(place: EventPlace): Promise<readonly string[]> {
  const publisher = startPart("publisher", place);
  const readers = [...READERS, ...READERS].map((role) => startPart(role, place));
  try {
    await Promise.all([publisher, ...readers].map(({ ready }) => ready));
    await until("some are published", () => publisher.lines().length > 100);
    await publisher.kill();
    await expectWhole(place, new Set(publisher.lines()));
    for (const part of [publisher, ...readers]) expect(part.errors()).toBe("");
    return effectsOf(place);
  } finally {
    await Promise.all([publisher, ...readers].map((part) => part.kill()));
  }
}

const effectsOf = ({ effects }: EventPlace): readonly string[] =>
  existsSync(effects) ? readFileSync(effects, "utf8").split("\n").slice(0, -1) : [];

async function expectWhole(place: EventPlace, acknowledged: ReadonlySet<string>): Promise<void> {
  const database = await openSqlDatabase(place.store);
  const log = place.log === "own" ? createSqlEventLog(database) : await openRedisEventLog({ url: place.log });
  const outbox = createSqlOutbox(database);
  const isThrough = async (group: string): Promise<boolean> => {
    const { waiting, pending } = await log.backlog(group);
    return waiting + pending === 0;
  };
  await until(
    "everything is taken in, told and read",
    async () =>
      (await isThrough(DECISION_GROUP)) && (await outbox.depth()) === 0 && (await isThrough("effects")),
    50_000,
  );
  const dead = await log.deadLetters({ limit: 5 });
  const records = await readAll(createSqlFeedbackStore(database));
  await log.close();
  await database.close();
  expect(dead.items).toEqual([]);
  const decisions = records.map(({ source }) => source.ref ?? "");
  expect(new Set(decisions).size).toBe(decisions.length);
  const recorded = new Set(decisions);
  expect([...acknowledged].filter((id) => !recorded.has(id))).toEqual([]);
  expect([...new Set(effectsOf(place))].toSorted()).toEqual(records.map(({ id }) => id).toSorted());
}

function startPart(role: string, { store, log, effects, stuckMs }: EventPlace, first = 0): Part {
  const child = spawn(process.execPath, [WORKER, role, store, log, effects, String(stuckMs), String(first)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  const closed = once(child, "close");
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    child,
    ready: Promise.race([once(child.stdout, "data"), closed]),
    // A line that was cut off by the kill is no acknowledgement.
    lines: () => output.split("\n").slice(1, -1),
    errors: () => errors,
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
  };
}
