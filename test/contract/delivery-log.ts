import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DELIVERY_DAYS, type DeliveryLog } from "../../src/ports/webhook.ts";
import type { Store } from "../../src/ports/store.ts";

export interface DeliveryPlace {
  readonly name: string;
  readonly now: () => Date;
}

const DAY_MS = 86_400_000;

/** What every driver of the port promises. */
export function describeDeliveryLog(driver: string, open: (place: DeliveryPlace) => Promise<Store>): void {
  describe(`the delivery log on ${driver}`, () => {
    let number = 0;
    let time = 0;
    let store: Store;
    let deliveries: DeliveryLog;

    beforeEach(async () => {
      number += 1;
      time = Date.parse("2026-05-01T12:00:00Z");
      store = await open({ name: `deliveries-${number}`, now: () => new Date(time) });
      ({ deliveries } = store);
    });
    afterEach(() => store.close());

    it("knows what it was told, and nothing else", async () => {
      expect(await deliveries.seen("a")).toBe(false);
      expect(await deliveries.seen("a")).toBe(false);
      await deliveries.remember(["a", "b"]);
      await deliveries.remember([]);
      expect(await Promise.all(["a", "b", "A", "c", ""].map((id) => deliveries.seen(id)))).toEqual([
        true,
        true,
        false,
        false,
        false,
      ]);
    });

    it(`forgets after ${DELIVERY_DAYS} days, and not before`, async () => {
      await deliveries.remember(["a"]);
      time += DELIVERY_DAYS * DAY_MS - 1;
      expect(await deliveries.seen("a")).toBe(true);
      await deliveries.remember(["a", "b"]);
      time += 1;
      expect(await deliveries.seen("a")).toBe(false);
      expect(await deliveries.seen("b")).toBe(true);
      await deliveries.remember(["a"]);
      expect(await deliveries.seen("a")).toBe(true);
    });

    it("takes many at once", async () => {
      const ids = Array.from({ length: 1_500 }, (_, at) => `id-${at}`);
      await deliveries.remember(ids);
      expect(await Promise.all([0, 511, 512, 1_499].map((at) => deliveries.seen(ids[at]!)))).toEqual([
        true,
        true,
        true,
        true,
      ]);
    });

    it("takes any id, and the same ones from many at once", async () => {
      const ids = ["\0", "\ud800", "'; drop table delivery", "x".repeat(1_000)];
      await Promise.all(Array.from({ length: 8 }, () => deliveries.remember(ids.toReversed())));
      expect(await Promise.all(ids.map((id) => deliveries.seen(id)))).toEqual([true, true, true, true]);
      expect(await deliveries.seen("\ufffd")).toBe(false);
    });
  });
}
