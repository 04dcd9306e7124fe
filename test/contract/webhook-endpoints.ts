import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { ENDPOINT_DAYS, type WebhookEndpoints } from "../../src/ports/webhook.ts";
import type { ClockedDriver, ClockedPlace } from "./alert-store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";

const DAY_MS = 86_400_000;

/** What every driver of the port promises. */
export function describeWebhookEndpoints(driver: string, { open, openClient }: ClockedDriver): void {
  describe(`the endpoints of webhooks on ${driver}`, () => {
    let number = 0;
    let time = 0;
    let place: ClockedPlace;
    let store: Store;
    let endpoints: WebhookEndpoints;

    beforeEach(async () => {
      number += 1;
      time = Date.UTC(2026, 2, 10, 12);
      place = { name: `endpoints-${number}`, now: () => new Date(time) };
      store = await open(place);
      endpoints = store.webhookEndpoints;
    });
    afterEach(() => store.close());

    it("remembers the position of each, from when it began", async () => {
      expect(await endpoints.keep(["a", "b", "a"])).toEqual(new Map());
      await endpoints.begin("a", "12");
      await endpoints.begin("b", "13-0");
      const both = new Map([
        ["a", "12"],
        ["b", "13-0"],
      ]);
      expect(await endpoints.keep(["a", "b", "c"])).toEqual(both);
      time += DAY_MS;
      await endpoints.begin("a", "14");
      expect(await endpoints.keep(["a"]), "one that began stays where it was").toEqual(both);
      expect(await endpoints.keep([]), "those that nobody names are still known").toEqual(both);
    });

    it("begins anew instead of the place that it was known by, and of no other", async () => {
      await endpoints.begin("a", "12");
      await endpoints.begin("a", "5-0", "11");
      expect((await endpoints.keep(["a"])).get("a")).toBe("12");
      await endpoints.begin("a", "5-0", "12");
      await endpoints.begin("a", "6-0", "12");
      expect((await endpoints.keep(["a"])).get("a")).toBe("5-0");
    });

    it(`forgets one that nobody named for ${ENDPOINT_DAYS} days`, async () => {
      for (const group of ["a", "b"]) await endpoints.begin(group, "3");
      time += 4 * DAY_MS;
      await endpoints.keep(["a"]);
      time += 4 * DAY_MS;
      expect(await endpoints.keep(["a"])).toEqual(new Map([["a", "3"]]));
      await endpoints.begin("b", "9");
      expect((await endpoints.keep(["b"])).get("b")).toBe("9");
    });

    it("gives many who begin at once the same place", async () => {
      const other = await openClient(place, store);
      const all = await Promise.all(
        [store, other, store, other].map(async ({ webhookEndpoints }, n) => {
          for (const group of n % 2 === 0 ? ["a", "b"] : ["b", "a"])
            await webhookEndpoints.begin(group, String(n));
          return webhookEndpoints.keep(["a", "b"]);
        }),
      );
      await other.close();
      expect(new Set(all.map((since) => `${since.get("a")} ${since.get("b")}`)).size).toBe(1);
    });

    it("takes any name", async () => {
      for (const { why, text } of HOSTILE_TEXTS) {
        const name = text.slice(0, 200);
        await endpoints.begin(name, "1");
        expect([why, (await endpoints.keep([name])).get(name)]).toEqual([why, "1"]);
      }
    });
  });
}
