import { describe, expect, it } from "vitest";
import { UnfitEvent, type EventLog } from "../../src/ports/event-log.ts";
import {
  createSqlEventLog,
  type SqlEventLogOptions,
  trimEvents,
} from "../../src/drivers/sql/event/sql-event-log.ts";
import { createSqlOutbox } from "../../src/drivers/sql/event/sql-outbox.ts";
import type { SqlDatabase } from "../../src/drivers/sql/sql-database.ts";
import { createSqlFeedbackStore } from "../../src/drivers/sql/feedback/sql-feedback-store.ts";
import { describeEventLog } from "./event-log.ts";
import { makeEvent, makeEvents, recorder, until } from "./make-event.ts";
import { makeFeedback } from "./make-feedback.ts";

/**
 * The event log and the outbox in the tables of one kind of database. Opening the same name again opens the
 * same database.
 */
export function describeSqlEvents(driver: string, open: (name: string) => Promise<SqlDatabase>): void {
  /** A log whose database goes with it. */
  const openLog = async (name: string, options: SqlEventLogOptions = {}): Promise<EventLog> => {
    const database = await open(name);
    const log = createSqlEventLog(database, options);
    return {
      ...log,
      close: async () => {
        await log.close();
        await database.close();
      },
    };
  };

  describeEventLog(driver, async ({ name, retry, stuckMs }) =>
    openLog(name, {
      pollMs: 20,
      ...(retry === undefined ? {} : { retry }),
      ...(stuckMs === undefined ? {} : { stuckMs }),
    }),
  );

  const withDatabase = async (
    name: string,
    work: (database: SqlDatabase) => Promise<void>,
  ): Promise<void> => {
    const database = await open(name);
    await work(database).finally(() => database.close());
  };

  describe(`the log in the tables of ${driver}`, () => {
    it("publishes an id once, whoever publishes it and however often", () =>
      withDatabase("ids", async (database) => {
        const log = createSqlEventLog(database);
        await log.publish([makeEvent(1), makeEvent(1), makeEvent(2)]);
        await Promise.all([log.publish([makeEvent(2), makeEvent(3)]), log.publish([makeEvent(3)])]);
        expect((await log.backlog("g")).waiting).toBe(3);
        await log.close();
      }));

    it("counts positions without a gap while several publish, so that a reader misses none", async () => {
      const place = "publishers";
      const logs = await Promise.all(Array.from({ length: 4 }, () => openLog(place, { pollMs: 5 })));
      const seen = recorder();
      logs[0]!.consume({ group: "g", consumer: "c", batch: 7, ...seen.options });
      await Promise.all(
        logs.map(async (log, which) => {
          for (let n = 0; n < 40; n += 4) await log.publish(makeEvents(which * 100 + n, which * 100 + n + 4));
        }),
      );
      await until("all are read", () => seen.handled.length === 160);
      const entries = seen.calls.flat();
      expect(entries.map(({ id }) => Number(id))).toEqual(Array.from({ length: 160 }, (_, at) => at + 1));
      await Promise.all(logs.map((log) => log.close()));
    });

    it("hands a group over at once when its reader stops, and after the lease when it died", async () => {
      const place = "lease";
      const first = await openLog(place, { stuckMs: 5_000, pollMs: 5 });
      const second = await openLog(place, { stuckMs: 5_000, pollMs: 5 });
      const [a, b] = [recorder(), recorder()];
      const reader = first.consume({ group: "g", consumer: "a", ...a.options });
      await first.publish([makeEvent(1)]);
      await until("the first reads", () => a.handled.length === 1);
      second.consume({ group: "g", consumer: "b", ...b.options });
      await reader.stop();
      await second.publish([makeEvent(2)]);
      await until("the second reads", () => b.handled.length === 1, 3_000);
      await Promise.all([first.close(), second.close()]);

      const database = await open(place);
      const dead = { owner: "someone that died", lease_until: Date.now() + 300 };
      await database.db.updateTable("event_group").set(dead).execute();
      const log = createSqlEventLog(database, { stuckMs: 5_000, pollMs: 5 });
      const c = recorder();
      const started = Date.now();
      log.consume({ group: "g", consumer: "c", ...c.options });
      await log.publish([makeEvent(3)]);
      await until("the third reads", () => c.handled.length === 1);
      expect(Date.now() - started).toBeGreaterThan(200);
      await log.close();
      await database.close();
    });

    it("reads on after the clock went back", () =>
      withDatabase("clock", async (database) => {
        const log = createSqlEventLog(database, { pollMs: 5 });
        const later = Date.now() + 86_400_000;
        await database.db
          .insertInto("event_group")
          .values({ name: "g", position: 0, owner: "of tomorrow", lease_until: later })
          .execute();
        const body = JSON.stringify(makeEvent(9));
        await database.db
          .insertInto("event_retry")
          .values({ group_name: "g", position: 0, body, attempts: 1, due_at: later })
          .execute();
        await log.publish([makeEvent(1)]);
        const seen = recorder();
        log.consume({ group: "g", consumer: "c", ...seen.options });
        await until("both are handled", () => seen.handled.length === 2);
        expect(seen.handled).toEqual([9, 1]);
        await log.close();
      }));

    it("drops what it handled when another has taken over meanwhile, and acknowledges nothing", () =>
      withDatabase("taken", async (database) => {
        const log = createSqlEventLog(database, { pollMs: 5 });
        await log.publish(makeEvents(0, 3));
        let calls = 0;
        log.consume({
          group: "g",
          consumer: "c",
          handle: async () => {
            calls += 1;
            const other = { owner: "other", lease_until: Date.now() + 20_000 };
            await database.db.updateTable("event_group").set(other).execute();
          },
        });
        await until("it was handed over", () => calls === 1);
        await log.close();
        expect(
          (await database.db.selectFrom("event_group").select(["position", "owner"]).execute())[0],
        ).toEqual({
          position: 0,
          owner: "other",
        });
      }));

    it("leaves the log alone while a thousand of its entries fail", () =>
      withDatabase("outage", async (database) => {
        const retry = { baseMs: 60_000, capMs: 60_000, attempts: 5 };
        const log = createSqlEventLog(database, { pollMs: 5, retry, random: () => 0.99 });
        await log.publish(makeEvents(0, 2_500));
        const seen = recorder(() => new Error("down"));
        log.consume({ group: "g", consumer: "c", batch: 500, ...seen.options });
        // Another process sees only what is settled, and not what this one has in hand.
        const other = createSqlEventLog(database);
        await until("it leaves the rest", async () => (await other.backlog("g")).pending === 1_000);
        await log.close();
        expect(await other.backlog("g")).toEqual({ waiting: 1_500, pending: 1_000, dead: 0 });
      }));

    it("trims what every group has read, is old and beyond the newest, a little at a time", () =>
      withDatabase("trim", async (database) => {
        const log = createSqlEventLog(database);
        await log.publish(makeEvents(0, 2_000));
        const trim = (newest: number, hours: number): Promise<number> =>
          database.transact((transaction) =>
            trimEvents(transaction, { newest, now: new Date(Date.now() + hours * 3_600_000) }),
          );
        const far = 100_000 + 1_500;
        expect(await trim(2_000, 2), "all are among the newest").toBe(0);
        expect(await trim(far, 0), "all are young").toBe(0);
        await database.db
          .insertInto("event_group")
          .values({ name: "slow", position: 300, owner: "", lease_until: 0 })
          .execute();
        expect(await trim(far, 2), "a slow group has read so many").toBe(300);
        expect(await log.backlog("slow")).toMatchObject({ waiting: 1_700 });
        expect(await log.backlog("new"), "a new group reads what is left").toMatchObject({ waiting: 1_700 });
        await database.db.updateTable("event_group").set({ position: 2_000 }).execute();
        expect(await trim(far, 2)).toBe(1_024);
        expect(await trim(far, 2)).toBe(176);
        await log.publish([makeEvent(5_000)]);
        const newest = database.db
          .selectFrom("event")
          .select("position")
          .orderBy("position", "desc")
          .limit(1);
        expect(await newest.executeTakeFirst()).toEqual({ position: 2_001 });
        await log.close();
      }));

    it("says that it is closed", () =>
      withDatabase("closed", async (database) => {
        const log = createSqlEventLog(database);
        await log.close();
        await expect(log.publish([makeEvent(1)])).rejects.toMatchObject({ code: "store_closed" });
        const { options } = recorder();
        expect(() => log.consume({ group: "g", consumer: "c", ...options })).toThrow(/closed/);
      }));

    it("refuses a place in the dead letters that it never gave", () =>
      withDatabase("cursor", async (database) => {
        const log = createSqlEventLog(database);
        const asked = log.deadLetters({ limit: 5, after: "; drop table" });
        await expect(asked).rejects.toMatchObject({ code: "invalid_cursor" });
        await log.close();
      }));
  });

  describe(`the outbox on ${driver}`, () => {
    it("hands over what was recorded, oldest first, and removes it after it was published", () =>
      withDatabase("outbox", async (database) => {
        const outbox = createSqlOutbox(database);
        expect(await outbox.relay(10, async () => expect.unreachable())).toBe(0);
        const records = [1, 2, 3].map((n) => makeFeedback(n));
        await createSqlFeedbackStore(database).record(records);
        expect(await outbox.depth()).toBe(3);
        const told: unknown[] = [];
        const publish = async (events: readonly unknown[]): Promise<void> => void told.push(...events);
        expect(await outbox.relay(2, publish)).toBe(2);
        expect(await outbox.depth()).toBe(1);
        expect(await outbox.relay(2, publish)).toBe(1);
        expect(await outbox.relay(2, publish)).toBe(0);
        expect(told).toEqual(
          records.map(({ id }) => ({
            specversion: "1.0",
            id: `feedback.recorded:${id}`,
            source: "/emend",
            type: "emend.feedback.recorded",
            time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            subject: id,
            datacontenttype: "application/json",
            data: { id },
          })),
        );
      }));

    it("keeps what could not be published, and passes the log's error on as it was", () =>
      withDatabase("outbox refused", async (database) => {
        const outbox = createSqlOutbox(database);
        await createSqlFeedbackStore(database).record([makeFeedback(1), makeFeedback(2)]);
        const problem = new UnfitEvent("the log is away");
        const relayed = outbox.relay(5, () => Promise.reject(problem));
        expect(await relayed.catch((error: unknown) => error)).toBe(problem);
        expect(await outbox.depth()).toBe(2);
        expect(await outbox.relay(5, async () => {})).toBe(2);
      }));

    it("publishes into the log of the same store, from several relays at once, each event once", async () => {
      const databases = await Promise.all([1, 2].map(() => open("outbox own log")));
      await createSqlFeedbackStore(databases[0]!).record(
        Array.from({ length: 60 }, (_, n) => makeFeedback(n)),
      );
      await Promise.all(
        [...databases, ...databases].map(async (database) => {
          const [outbox, log] = [createSqlOutbox(database), createSqlEventLog(database)];
          while ((await outbox.relay(7, (events) => log.publish(events))) > 0);
        }),
      );
      const log = createSqlEventLog(databases[0]!);
      await until("the outbox is empty", async () => (await createSqlOutbox(databases[0]!).depth()) === 0);
      expect((await log.backlog("g")).waiting).toBe(60);
      await Promise.all(databases.map((database) => database.close()));
    });
  });
}
