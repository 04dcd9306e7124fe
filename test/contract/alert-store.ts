import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publishAlerts } from "../../src/app/pattern/publish-alerts.ts";
import type { Alert, AlertChange, AlertRecord } from "../../src/core/pattern/alert.ts";
import { repeatedTag } from "../examples/example-alert.ts";
import { followAlerts } from "../../src/core/pattern/follow-alerts.ts";
import { ALERT_DAYS, type AlertStore } from "../../src/ports/webhook.ts";
import type { Store } from "../../src/ports/store.ts";
import { HOSTILE_TEXTS, makeFeedback } from "./make-feedback.ts";
import { takeEvents } from "./take-events.ts";

export interface ClockedPlace {
  readonly name: string;
  readonly now: () => Date;
}

/** One driver of the store, by a clock of the test's. */
export interface ClockedDriver {
  readonly open: (place: ClockedPlace) => Promise<Store>;
  /** Another client of a store that is open; see `StoreDriver`. */
  readonly openClient: (place: ClockedPlace, store: Store) => Promise<Store>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What every driver of the port promises. */
export function describeAlertStore(driver: string, { open, openClient }: ClockedDriver): void {
  describe(`the alerts on ${driver}`, () => {
    let number = 0;
    let time = 0;
    let place: ClockedPlace;
    let store: Store;
    let alerts: AlertStore;

    beforeEach(async () => {
      number += 1;
      time = Date.UTC(2026, 2, 10, 12);
      place = { name: `alerts-${number}`, now: () => new Date(time) };
      store = await open(place);
      ({ alerts } = store);
    });
    afterEach(() => store.close());

    const now = (): string => new Date(time).toISOString();
    const changeOf = (known: readonly AlertRecord[], ...inForce: readonly Alert[]): AlertChange =>
      followAlerts(known, inForce, now())[0]!;
    const told = async (): Promise<readonly string[]> =>
      (await takeEvents(store)).map(({ id }) => id).filter((id) => id.startsWith("alert."));

    it("saves a change over the revision it was decided on, with its event, and no other", async () => {
      const alert = repeatedTag();
      const raising = changeOf([], alert);
      expect(await alerts.save(raising)).toBe(true);
      expect(await alerts.save(raising)).toBe(false);
      expect(await alerts.find(alert.id)).toEqual(raising.record);
      expect(await alerts.raised()).toEqual([raising.record]);

      const silent = changeOf([raising.record]);
      expect(await alerts.save(silent)).toBe(true);
      expect(await alerts.save(silent)).toBe(false);
      time += HOUR_MS;
      const over = changeOf([silent.record]);
      expect(await alerts.save(over)).toBe(true);
      expect(await alerts.raised()).toEqual([]);
      expect(await alerts.find(alert.id)).toMatchObject({ status: "cleared", cleared_at: now() });

      const back = changeOf([over.record], alert);
      expect(await alerts.save(back)).toBe(true);
      expect(await alerts.raised()).toEqual([back.record]);
      expect(await told()).toEqual([
        `alert.raised:${alert.id}:1`,
        `alert.cleared:${alert.id}:3`,
        `alert.raised:${alert.id}:4`,
      ]);
    });

    it("tells its events by name alone", async () => {
      const { record } = changeOf([], repeatedTag());
      await alerts.save({ record, event: "raised" });
      expect(await takeEvents(store)).toEqual([
        {
          specversion: "1.0",
          id: `alert.raised:${record.id}:1`,
          source: "/emend",
          type: "emend.alert.raised",
          time: now(),
          subject: record.id,
          datacontenttype: "application/json",
          data: { id: record.id, revision: 1 },
        },
      ]);
    });

    it("has one alert of a condition raised at a time, whatever their ids", async () => {
      const [first, second] = [repeatedTag(), repeatedTag({ episode: "2026-03-10T03:00:00Z" })];
      const raised = changeOf([], first);
      await alerts.save(raised);
      expect(await alerts.save(changeOf([], second))).toBe(false);
      const silent = changeOf([raised.record]);
      await alerts.save(silent);
      time += HOUR_MS;
      const over = changeOf([silent.record]);
      await alerts.save(over);
      expect(await alerts.save(changeOf([], second))).toBe(true);
      // The first one cannot come back beside it.
      expect(await alerts.save(changeOf([over.record], first))).toBe(false);
      expect((await alerts.raised()).map(({ id }) => id)).toEqual([second.id]);
    });

    it("has one winner when many raise and clear the same at once", async () => {
      const clients = [store, ...(await Promise.all([1, 2].map(() => openClient(place, store))))];
      const raising = changeOf([], repeatedTag());
      const save = async (change: AlertChange): Promise<number> => {
        const many = Array.from({ length: 12 }, (_, n) => clients[n % clients.length]!.alerts.save(change));
        return (await Promise.all(many)).filter(Boolean).length;
      };
      expect(await save(raising)).toBe(1);
      const silent = changeOf([raising.record]);
      expect(await save(silent)).toBe(1);
      time += HOUR_MS;
      expect(await save(changeOf([silent.record]))).toBe(1);
      await Promise.all(clients.slice(1).map((client) => client.close()));
      expect(await told()).toHaveLength(2);
    });

    it("reports each alert once, from its beginning to its end, although several workers check at the same moment", async () => {
      const clients = [store, ...(await Promise.all([1, 2].map(() => openClient(place, store))))];
      const rejections = Array.from({ length: 12 }, (_, n) =>
        makeFeedback(n, { agent: `agent-${n % 3}`, tags: ["tests_failing"], time: now() }),
      );
      await store.feedback.record(rejections);
      const look = async (): Promise<number> => {
        const workers = clients.flatMap(({ feedback, alerts: own }) =>
          [1, 2].map(() => publishAlerts({ feedback, alerts: own, now: place.now })()),
        );
        return (await Promise.all(workers)).flat().length;
      };
      expect(await look()).toBe(3);
      expect(await look()).toBe(0);
      time += 7 * HOUR_MS;
      expect(await look()).toBe(0);
      time += HOUR_MS;
      expect(await look()).toBe(3);
      expect(await look()).toBe(0);
      await Promise.all(clients.slice(1).map((client) => client.close()));
      const ids = await told();
      expect(ids.filter((id) => id.startsWith("alert.raised:"))).toHaveLength(3);
      expect(ids.filter((id) => id.startsWith("alert.cleared:"))).toHaveLength(3);
    });

    it("gives the watch to one at a time", async () => {
      const other = await openClient(place, store);
      const held = await alerts.takeWatch(60_000);
      expect(held).toBeGreaterThan(0);
      expect(await other.alerts.takeWatch(60_000)).toBeUndefined();
      expect(await other.alerts.takeWatch(60_000, 1)).toBeUndefined();
      const longer = await alerts.takeWatch(120_000, held);
      expect(longer).toBeGreaterThan(held!);
      expect(await alerts.takeWatch(60_000)).toBeUndefined();
      await alerts.takeWatch(0, longer);
      const many = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? other : store).alerts.takeWatch(60_000)),
      );
      expect(many.filter((each) => each !== undefined)).toHaveLength(1);
      await other.close();
    });

    it("lists the last raised first, and finds many", async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        time += 1_000;
        const change = changeOf([], repeatedTag({ agent: `agent-${n}` }));
        ids.push(change.record.id);
        await alerts.save(change);
      }
      expect((await alerts.list({ limit: 3 })).map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
      expect(await alerts.list({ limit: 0 })).toHaveLength(1);
      expect((await alerts.raised()).map(({ id }) => id)).toEqual(ids);
      const found = await alerts.findAll([...ids, "none"]);
      expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(await alerts.findAll([])).toEqual([]);
      expect(await alerts.find("none")).toBeUndefined();
    });

    it(`forgets what has been over for ${ALERT_DAYS} days`, async () => {
      const end = async (agent: string): Promise<string> => {
        const raised = changeOf([], repeatedTag({ agent }));
        await alerts.save(raised);
        const silent = changeOf([raised.record]);
        await alerts.save(silent);
        time += HOUR_MS;
        await alerts.save(changeOf([silent.record]));
        return raised.record.id;
      };
      const old = await end("a");
      time += ALERT_DAYS * DAY_MS;
      const recent = await end("b");
      expect(await alerts.find(old)).toBeUndefined();
      expect(await alerts.find(recent)).toBeDefined();
    });

    it("keeps any name", async () => {
      for (const { why, text } of HOSTILE_TEXTS) {
        const change = changeOf([], repeatedTag({ agent: text, tag: text, message: text }));
        const kept = (await alerts.save(change)) ? await alerts.find(change.record.id) : undefined;
        expect([why, kept]).toEqual([why, change.record]);
      }
    });
  });
}
