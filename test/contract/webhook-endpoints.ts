import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { ENDPOINT_DAYS, type WebhookEndpoints } from "../../src/ports/webhook-endpoints.ts";
import type { ClockedDriver, ClockedPlace } from "./alert-store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import { makeEvents, recorder, until } from "./make-event.ts";

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

    const now = (): string => new Date(time).toISOString();

    it("remembers since when each is in use", async () => {
      const first = now();
      expect(await endpoints.keep(["a", "b", "a"])).toEqual(
        new Map([
          ["a", first],
          ["b", first],
        ]),
      );
      time += DAY_MS;
      expect(await endpoints.keep(["c", "a"])).toEqual(
        new Map([
          ["a", first],
          ["c", now()],
        ]),
      );
      expect(await endpoints.keep([])).toEqual(new Map());
    });

    it(`forgets one that nobody named for ${ENDPOINT_DAYS} days, and how far it had read`, async () => {
      await endpoints.keep(["a", "b"]);
      await store.events.publish(makeEvents(0, 3));
      const seen = recorder();
      for (const group of ["a", "b"]) {
        const reader = store.events.consume({ group, consumer: "x", ...seen.options });
        await until("all is read", async () => {
          const { waiting, pending } = await store.events.backlog(group);
          return waiting + pending === 0;
        });
        await reader.stop();
      }
      time += 4 * DAY_MS;
      const since = (await endpoints.keep(["a"])).get("a");
      time += 4 * DAY_MS;
      expect((await endpoints.keep(["a"])).get("a")).toBe(since);
      expect((await store.events.backlog("a")).waiting).toBe(0);
      expect((await store.events.backlog("b")).waiting).toBe(3);
      expect((await endpoints.keep(["b"])).get("b")).toBe(now());
    });

    it("gives many who come at once the same time", async () => {
      const other = await openClient(place, store);
      const all = await Promise.all(
        [store, other, store, other].map(({ webhookEndpoints }, n) =>
          webhookEndpoints.keep(n % 2 === 0 ? ["a", "b"] : ["b", "a"]),
        ),
      );
      await other.close();
      expect(new Set(all.map((since) => `${since.get("a")} ${since.get("b")}`)).size).toBe(1);
    });

    it("takes any name", async () => {
      for (const { why, text } of HOSTILE_TEXTS) {
        const name = text.slice(0, 200);
        expect([why, (await endpoints.keep([name])).get(name)]).toEqual([why, now()]);
      }
    });
  });
}
