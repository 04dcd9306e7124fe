import { describe, expect, it } from "vitest";
import { type DeadLetter, type EventLog, UnfitEvent } from "../../src/ports/event-log.ts";
import { makeEvent, makeEvents, numberOf, recorder, until } from "./make-event.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";

const numbers = (from: number, to: number): number[] => makeEvents(from, to).map((_, at) => from + at);
const ascending = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);

interface KeptEvents {
  /** The log of the test that runs. */
  readonly log: () => EventLog;
  readonly idle: (group: string) => Promise<boolean>;
  readonly letters: (group?: string) => Promise<readonly DeadLetter[]>;
}

/** The part of the contract that is about what stays in a log: dead letters, and entries for those who only look. */
export function describeKeptEvents({ log, idle, letters }: KeptEvents): void {
  describe("dead letters", () => {
    const die = async (group: string, from: number, to: number): Promise<void> => {
      await log().publish(makeEvents(from, to));
      const unfit = recorder(() => new UnfitEvent("unfit"));
      const reader = log().consume({ group, consumer: "c", ...unfit.options });
      await until("all are dead", () => idle(group));
      await reader.stop();
    };

    it("are paged, oldest first", async () => {
      await die("g", 0, 25);
      const sizes: number[] = [];
      const seen: number[] = [];
      let after: string | undefined;
      do {
        const page = await log().deadLetters({ limit: 10, ...(after === undefined ? {} : { after }) });
        sizes.push(page.items.length);
        seen.push(...page.items.map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n));
        after = page.next;
      } while (after !== undefined && sizes.length < 10);
      expect(sizes.filter((size) => size > 0)).toEqual([10, 10, 5]);
      expect(seen).toEqual(numbers(0, 25));
      expect((await log().deadLetters({ limit: 0 })).items.length).toBe(1);
      expect((await log().deadLetters({ limit: 1_000_000 })).items.length).toBe(25);
    });

    it("differ by group", async () => {
      await die("one", 0, 3);
      await die("two", 3, 5);
      expect((await letters("one")).length).toBe(3);
      expect((await letters("two")).length).toBe(5);
      expect((await letters("none")).length).toBe(0);
      expect((await letters()).length).toBe(8);
      const page = await log().deadLetters({ limit: 2, group: "two" });
      const next = await log().deadLetters({ limit: 9, group: "two", after: page.next! });
      expect([...page.items, ...next.items]).toEqual(await letters("two"));
      expect((await log().backlog("one")).dead).toBe(3);
      expect((await log().backlog("two")).dead).toBe(5);
    });

    it("go back to the group they died in and to no other, with all attempts before them", async () => {
      await die("one", 0, 2);
      await die("two", 2, 2);
      const [letter] = await letters("one");
      const [one, two] = [recorder(() => new Error("again")), recorder()];
      log().consume({ group: "one", consumer: "c", ...one.options });
      log().consume({ group: "two", consumer: "c", ...two.options });
      expect(await log().replay([letter!.id])).toBe(1);
      expect(await log().replay([letter!.id, "no such letter", "999-9"])).toBe(0);
      await until("it died again", async () => one.calls.length === 5 && (await letters("one")).length === 2);
      expect(one.calls.flat().map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
      expect(one.calls.flat().map(numberOf)).toEqual([0, 0, 0, 0, 0]);
      expect(await letters("one")).toContainEqual(
        expect.objectContaining({ entry: letter!.entry, attempts: 5, reason: "again", body: letter!.body }),
      );
      expect(two.calls).toEqual([]);
      expect((await log().backlog("two")).dead).toBe(2);
    });

    it("wait for a reader of their group when none runs", async () => {
      await die("g", 0, 3);
      expect(await log().replay((await letters("g")).map(({ id }) => id))).toBe(3);
      expect(await log().backlog("g")).toEqual({ waiting: 3, pending: 0, dead: 0 });
      const seen = recorder();
      log().consume({ group: "g", consumer: "c", ...seen.options });
      await until("all are acknowledged", () => idle("g"));
      expect(ascending(seen.handled)).toEqual([0, 1, 2]);
      expect(await log().backlog("g")).toEqual({ waiting: 0, pending: 0, dead: 0 });
    });

    it("are cut when shown and whole when replayed", async () => {
      const event = makeEvent(1, { text: "long ".repeat(40_000) });
      await log().publish([event]);
      let fit = false;
      const seen = recorder(() => (fit ? undefined : new UnfitEvent("too long")));
      log().consume({ group: "g", consumer: "c", ...seen.options });
      await until("it is a dead letter", async () => (await letters("g")).length === 1);
      const [letter] = await letters("g");
      expect(letter!.body).toBe(JSON.stringify(event).slice(0, 65_536));
      fit = true;
      await log().replay([letter!.id]);
      await until("it is handled", () => seen.handled.length === 1);
      expect(seen.calls.at(-1)?.[0]?.event).toEqual(event);
    });

    it("are discarded for good", async () => {
      await die("g", 0, 3);
      const [a, b, c] = await letters("g");
      expect(await log().discard([a!.id, c!.id, "no such letter"])).toBe(2);
      expect(await log().discard([a!.id])).toBe(0);
      expect(await letters("g")).toEqual([b]);
      expect(await log().replay([a!.id])).toBe(0);
      expect(await log().backlog("g")).toEqual({ waiting: 0, pending: 0, dead: 1 });
    });
  });

  describe("reading without a group", () => {
    it("gives what comes after a place, page by page, and takes nothing from the groups", async () => {
      const start = await log().newest();
      await log().publish(makeEvents(0, 7));
      const first = await log().read({ after: start, limit: 5 });
      const rest = await log().read({ after: first.entries.at(-1)!.id, limit: 5 });
      expect([...first.entries, ...rest.entries].map(({ event }) => event)).toEqual(makeEvents(0, 7));
      expect([first.gap, rest.gap]).toEqual([false, false]);
      expect(await log().newest()).toBe(rest.entries.at(-1)!.id);
      expect(await log().read({ after: await log().newest(), limit: 5 })).toEqual({
        entries: [],
        gap: false,
      });
      expect(await log().backlog("g")).toMatchObject({ waiting: 7 });
    });

    it("gives the newest first, and no more than there are", async () => {
      expect(await log().latest(3)).toEqual([]);
      await log().publish(makeEvents(0, 7));
      const latest = await log().latest(3);
      expect(latest.map(({ event }) => event)).toEqual(makeEvents(4, 7).toReversed());
      expect(latest[0]!.id).toBe(await log().newest());
      expect(await log().latest(0)).toHaveLength(1);
      expect(await log().latest(1_000)).toHaveLength(7);
      expect(await log().backlog("g")).toMatchObject({ waiting: 7 });
    });

    it("refuses what is no place", async () => {
      for (const after of ["", "x", "-1", "1'; drop table event", ...HOSTILE_TEXTS.map(({ text }) => text)]) {
        await expect(log().read({ after, limit: 5 })).rejects.toMatchObject({ code: "invalid_cursor" });
      }
    });
  });
}
