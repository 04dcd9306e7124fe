import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RetryOptions } from "../../src/core/event/retry-delay.ts";
import { type DeadLetter, type EventLog, UnfitEvent } from "../../src/ports/event-log.ts";
import { describeKeptEvents } from "./kept-events.ts";
import { gate, makeEvent, makeEvents, numberOf, recorder, until } from "./make-event.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";

export interface LogPlace {
  /** Opening the same name again opens the same log; a new name is an empty one. */
  readonly name: string;
  readonly retry?: RetryOptions;
  /** An entry that nobody answered for so long, and whose reader shows no life, is given to another. */
  readonly stuckMs?: number;
}

const QUICK: RetryOptions = { baseMs: 1, capMs: 5, attempts: 5 };
const numbers = (from: number, to: number): number[] => makeEvents(from, to).map((_, at) => from + at);
const ascending = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);

/** What every driver of the port promises. */
export function describeEventLog(driver: string, open: (place: LogPlace) => Promise<EventLog>): void {
  describe(`the event log on ${driver}`, () => {
    let number = 0;
    let name = "";
    let log: EventLog;
    const opened: EventLog[] = [];
    const again = async (place: Omit<LogPlace, "name"> = {}): Promise<EventLog> => {
      const one = await open({ name, retry: QUICK, ...place });
      opened.push(one);
      return one;
    };
    const idle = async (group: string): Promise<boolean> => {
      const { waiting, pending } = await log.backlog(group);
      return waiting === 0 && pending === 0;
    };
    const letters = async (group?: string): Promise<readonly DeadLetter[]> =>
      (await log.deadLetters({ limit: 500, ...(group === undefined ? {} : { group }) })).items;

    beforeEach(async () => {
      number += 1;
      name = `log-${number}`;
      log = await again();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
    });

    describe("publish and consume", () => {
      it("gives what was published, in order, once where nothing fails", async () => {
        await log.publish([]);
        await log.publish(makeEvents(0, 3));
        const seen = recorder();
        log.consume({ group: "g", consumer: "c", ...seen.options });
        await log.publish([makeEvent(3)]);
        await log.publish(makeEvents(4, 9));
        await until("all are acknowledged", () => idle("g"));
        const entries = seen.calls.flat();
        expect(entries.map(({ event }) => event)).toEqual(makeEvents(0, 9));
        expect(entries.map(({ attempt }) => attempt)).toEqual(numbers(0, 9).map(() => 1));
        expect(new Set(entries.map(({ id }) => id)).size).toBe(9);
        expect(seen.faults).toEqual([]);
      });

      it("gives every group everything, a new one from the beginning", async () => {
        const [first, late] = [recorder(), recorder()];
        log.consume({ group: "first", consumer: "c", ...first.options });
        await log.publish(makeEvents(0, 20));
        await until("the first group is through", () => idle("first"));
        log.consume({ group: "late", consumer: "c", ...late.options });
        await until("the late group is through", () => idle("late"));
        expect(first.numbers()).toEqual(numbers(0, 20));
        expect(late.numbers()).toEqual(numbers(0, 20));
      });

      it("shares a group's events among its readers, each to one", async () => {
        const other = await again();
        const [a, b] = [recorder(), recorder()];
        log.consume({ group: "g", consumer: "a", batch: 10, ...a.options });
        other.consume({ group: "g", consumer: "b", batch: 10, ...b.options });
        for (let from = 0; from < 400; from += 40) await log.publish(makeEvents(from, from + 40));
        await until("all are acknowledged", () => idle("g"));
        expect(ascending([...a.numbers(), ...b.numbers()])).toEqual(numbers(0, 400));
        expect(a.numbers()).toEqual(ascending(a.numbers()));
        expect(b.numbers()).toEqual(ascending(b.numbers()));
      });

      it("gives at most a batch at once", async () => {
        await log.publish(makeEvents(0, 30));
        const seen = recorder();
        log.consume({ group: "g", consumer: "c", batch: 7, ...seen.options });
        await until("all are acknowledged", () => idle("g"));
        expect(Math.max(...seen.calls.map(({ length }) => length))).toBeLessThanOrEqual(7);
        expect(seen.numbers()).toEqual(numbers(0, 30));
      });

      it("goes on where the group stopped", async () => {
        await log.publish(makeEvents(0, 5));
        const seen = recorder();
        const first = log.consume({ group: "g", consumer: "c", ...seen.options });
        await until("all are acknowledged", () => idle("g"));
        await first.stop();
        await log.publish(makeEvents(5, 8));
        const next = recorder();
        (await again()).consume({ group: "g", consumer: "c", ...next.options });
        await until("the rest is acknowledged", () => idle("g"));
        expect(seen.numbers()).toEqual(numbers(0, 5));
        expect(next.numbers()).toEqual(numbers(5, 8));
      });

      it("takes 5,000 events in one call and gives them in order", async () => {
        await log.publish(makeEvents(0, 5_000));
        const seen = recorder();
        log.consume({ group: "g", consumer: "c", batch: 500, ...seen.options });
        await until("all are acknowledged", () => idle("g"));
        expect(seen.numbers()).toEqual(numbers(0, 5_000));
      });

      it.each([
        ...HOSTILE_TEXTS.filter(({ text }) => text.length < 100_000),
        { why: "line ends", text: "one\ntwo\r\nthree\u2028four\u0085" },
        { why: "text that looks like an escape", text: "\\u0000 \\n \\ud800" },
        { why: "a long text", text: "x€".repeat(50_000) },
      ])("gives back $why as it was", async ({ text }) => {
        const event = makeEvent(1, { text, [text.slice(0, 50)]: [null, true, 0.1, { text }] });
        await log.publish([event]);
        const seen = recorder();
        log.consume({ group: "g", consumer: "c", ...seen.options });
        await until("it is acknowledged", () => idle("g"));
        expect(seen.calls[0]?.[0]?.event).toEqual(event);
      });
    });

    describe("acknowledgement", () => {
      it("comes after the handler's answer, and stop waits for it", async () => {
        await log.publish(makeEvents(0, 3));
        const [entered, leave] = [gate(), gate()];
        const reader = log.consume({
          group: "g",
          consumer: "c",
          handle: async () => {
            entered.open();
            await leave.opened;
          },
        });
        await entered.opened;
        const { pending, waiting } = await log.backlog("g");
        expect(pending).toBeGreaterThan(0);
        expect(pending + waiting).toBe(3);
        let stopped = false;
        const stopping = reader.stop().then(() => (stopped = true));
        expect((await log.backlog("g")).pending).toBe(pending);
        expect(stopped).toBe(false);
        leave.open();
        await stopping;
        expect(await log.backlog("g")).toEqual({ waiting, pending: 0, dead: 0 });
      });

      it("leaves what a stopped reader did not handle to the others", async () => {
        await log.publish(makeEvents(0, 100));
        const seen = recorder();
        const reader = log.consume({ group: "g", consumer: "a", batch: 10, ...seen.options });
        await until("a batch is handled", () => seen.handled.length > 0);
        await reader.stop();
        await reader.stop();
        const mine = seen.handled.length;
        const next = recorder();
        (await again({ stuckMs: 50 })).consume({ group: "g", consumer: "b", ...next.options });
        await until("all are acknowledged", () => idle("g"));
        expect(seen.handled.length).toBe(mine);
        expect(ascending([...new Set([...seen.handled, ...next.handled])])).toEqual(numbers(0, 100));
      });

      it("does not take an entry from a handler that is slow but alive", async () => {
        const slow = await again({ stuckMs: 500 });
        await slow.publish([makeEvent(1)]);
        const [entered, leave] = [gate(), gate()];
        const seen = recorder();
        slow.consume({
          group: "g",
          consumer: "slow",
          handle: async (entries) => {
            await seen.options.handle(entries);
            entered.open();
            await leave.opened;
          },
        });
        await entered.opened;
        const other = recorder();
        (await again({ stuckMs: 500 })).consume({ group: "g", consumer: "other", ...other.options });
        const longAfter = Date.now() + 1_250;
        await until("it was slow for long", () => Date.now() > longAfter);
        leave.open();
        await until("it is acknowledged", () => idle("g"));
        expect(seen.calls.length).toBe(1);
        expect(other.calls).toEqual([]);
      });

      it("gives an entry that failed at a reader which stopped to another, and goes on counting", async () => {
        await log.publish(makeEvents(0, 3));
        const patient = await again({ retry: { baseMs: 200, capMs: 200, attempts: 5 }, stuckMs: 50 });
        const first = recorder((entry) => (numberOf(entry) === 1 ? new Error("not today") : undefined));
        const reader = patient.consume({ group: "g", consumer: "a", ...first.options });
        await until("an attempt failed", () => first.faults.length > 0);
        await reader.stop();
        const before = Math.max(...first.calls.flat().map(({ attempt }) => attempt));
        const second = recorder((entry) => (numberOf(entry) === 1 ? new Error("not ever") : undefined));
        (await again({ stuckMs: 50 })).consume({ group: "g", consumer: "b", ...second.options });
        await until("it is a dead letter", async () => (await letters("g")).length === 1);
        await until("all are acknowledged", () => idle("g"));
        const attempts = second.calls.flat().filter((entry) => numberOf(entry) === 1);
        expect(attempts[0]?.attempt).toBeGreaterThan(before);
        expect(attempts.at(-1)?.attempt).toBe(5);
        expect(await letters("g")).toMatchObject([{ attempts: 5, reason: "not ever" }]);
      });
    });

    describe("failure", () => {
      it("gives a failed batch again one by one, and only the guilty later again", async () => {
        await log.publish(makeEvents(0, 10));
        const seen = recorder((entry) => (numberOf(entry) === 4 ? new Error("four\nis bad") : undefined));
        log.consume({ group: "g", consumer: "c", batch: 10, ...seen.options });
        await until("it is a dead letter", async () => (await letters("g")).length === 1);
        await until("all are acknowledged", () => idle("g"));
        expect(ascending(seen.handled)).toEqual(numbers(0, 10).filter((n) => n !== 4));
        const alone = seen.calls.filter(({ length }) => length === 1).flat();
        const guilty = alone.filter((entry) => numberOf(entry) === 4);
        expect(guilty.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
        const [letter] = await letters("g");
        expect(letter).toMatchObject({ group: "g", attempts: 5, entry: guilty[0]!.id });
        expect(letter!.reason).toContain("four\nis bad");
        expect(JSON.parse(letter!.body)).toEqual(makeEvent(4));
        expect(new Date(letter!.time).toISOString()).toBe(letter!.time);
        const codes = seen.faults.map(({ code }) => code);
        expect(codes.filter((code) => code === "attempt_failed").length).toBeGreaterThanOrEqual(4);
        expect(seen.faults.filter(({ code }) => code === "dead_letter")).toMatchObject([
          { group: "g", entry: guilty[0]!.id },
        ]);
      });

      it("acknowledges what succeeds at a later attempt", async () => {
        await log.publish(makeEvents(0, 3));
        const seen = recorder((entry) =>
          numberOf(entry) === 1 && entry.attempt < 3 ? new Error("busy") : undefined,
        );
        log.consume({ group: "g", consumer: "c", ...seen.options });
        await until("all are acknowledged", () => idle("g"));
        expect(ascending(seen.handled)).toEqual([0, 1, 2]);
        expect(await letters()).toEqual([]);
      });

      it("does not hold up what comes after a failure", async () => {
        const slow = await again({ retry: { baseMs: 60_000, capMs: 60_000, attempts: 5 } });
        const seen = recorder((entry) => (numberOf(entry) === 0 ? new Error("busy") : undefined));
        await slow.publish([makeEvent(0)]);
        slow.consume({ group: "g", consumer: "c", ...seen.options });
        await until("it failed", () => seen.faults.length > 0);
        await slow.publish(makeEvents(1, 50));
        await until("the others are handled", () => seen.handled.length === 49);
        expect((await slow.backlog("g")).pending).toBeLessThanOrEqual(50);
      });

      it("makes an unfit event a dead letter at once, also out of a batch", async () => {
        await log.publish(makeEvents(0, 5));
        const seen = recorder((entry) =>
          numberOf(entry) === 2 ? new UnfitEvent("no such agent") : undefined,
        );
        log.consume({ group: "g", consumer: "c", ...seen.options });
        await until("it is a dead letter", async () => (await letters("g")).length === 1);
        await until("all are acknowledged", () => idle("g"));
        expect(await letters("g")).toMatchObject([{ attempts: 1, reason: "no such agent" }]);
        expect(ascending(seen.handled)).toEqual([0, 1, 3, 4]);
      });

      it.each([
        { why: "a text", thrown: "plain words", reason: "plain words" },
        { why: "an error without words", thrown: new Error(""), reason: "" },
        { why: "nothing", thrown: null, reason: "null" },
        { why: "half a character and a NUL", thrown: new Error("a\uD800b\0c"), reason: "" },
        { why: "an object that cannot be a text", thrown: Object.create(null) as unknown, reason: "" },
      ])("survives a handler that throws $why", async ({ thrown, reason }) => {
        await log.publish([makeEvent(0)]);
        log.consume({
          group: "g",
          consumer: "c",
          handle: () => {
            throw thrown;
          },
        });
        await until("it is a dead letter", async () => (await letters("g")).length === 1);
        expect((await letters("g"))[0]!.reason).toContain(reason);
        expect(await log.backlog("g")).toEqual({ waiting: 0, pending: 0, dead: 1 });
      });
    });

    describeKeptEvents({ log: () => log, idle, letters });

    describe("groups", () => {
      it("are those that read and those that have dead letters, by name", async () => {
        expect(await log.groups()).toEqual([]);
        await log.publish(makeEvents(0, 3));
        const seen = recorder();
        const readers = [
          log.consume({ group: "reads", consumer: "c", ...seen.options }),
          log.consume({ group: "dies", consumer: "c", handle: () => Promise.reject(new UnfitEvent("no")) }),
        ];
        await until("both are through", async () => (await idle("reads")) && (await idle("dies")));
        expect(await log.groups()).toEqual(["dies", "reads"]);
        await Promise.all(readers.map((reader) => reader.stop()));
        expect(await log.groups()).toEqual(["dies", "reads"]);
      });

      it("are forgotten with their place once nobody reads for them, and begin anew", async () => {
        const short = await again({ stuckMs: 100 });
        await short.publish(makeEvents(0, 3));
        const seen = recorder((entry) => (numberOf(entry) === 1 ? new UnfitEvent("no") : undefined));
        const reader = short.consume({ group: "g", consumer: "c", ...seen.options });
        await until("all are acknowledged", () => idle("g"));
        expect(await short.forget("g"), "it is read").toBe(false);
        expect(await idle("g")).toBe(true);
        await reader.stop();
        await until("it is forgotten", () => short.forget("g"));
        expect(await short.backlog("g"), "its dead letters stay").toEqual({
          waiting: 3,
          pending: 0,
          dead: 1,
        });
        expect(await short.groups()).toEqual(["g"]);
        expect(await short.forget("nobody")).toBe(true);
        const next = recorder();
        short.consume({ group: "g", consumer: "c", ...next.options });
        await until("it reads anew", () => idle("g"));
        expect(next.numbers()).toEqual(numbers(0, 3));
      });
    });

    describe("backlog and close", () => {
      it("counts everything for a group that never read", async () => {
        expect(await log.backlog("nobody")).toEqual({ waiting: 0, pending: 0, dead: 0 });
        await log.publish(makeEvents(0, 12));
        expect(await log.backlog("nobody")).toEqual({ waiting: 12, pending: 0, dead: 0 });
      });

      it("closes twice, finishing the handler in hand and starting none after", async () => {
        await log.publish(makeEvents(0, 50));
        const [entered, leave] = [gate(), gate()];
        const handled: number[] = [];
        log.consume({
          group: "g",
          consumer: "c",
          batch: 5,
          handle: async (entries) => {
            entered.open();
            await leave.opened;
            handled.push(...entries.map(numberOf));
          },
        });
        await entered.opened;
        const closing = [log.close(), log.close()];
        leave.open();
        await Promise.all(closing);
        await log.close();
        const count = handled.length;
        expect(count).toBeLessThanOrEqual(5);
        log = await again();
        const { waiting, pending } = await log.backlog("g");
        expect(waiting + pending).toBe(50 - count);
        expect(handled.length).toBe(count);
      });
    });
  });
}
