import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IdempotencyClaim, IdempotencyState, IdempotencyStore } from "../../src/ports/access-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import type { StoreDriver } from "./store-driver.ts";

const KEY = { principal: "ana", key: "k1" } as const;
const ANSWER = { status: 201, headers: { etag: '"1"' }, body: '{"id":"x"}' } as const;
const START = Date.parse("2026-06-01T12:00:00Z");
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();
const DAY = 86_400;

/** What every driver of the port promises. */
export function describeIdempotencyStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the idempotency store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let requests: IdempotencyStore;

    beforeEach(async () => {
      number += 1;
      name = `idempotency-${number}`;
      store = await open({ name });
      requests = store.idempotency;
    });
    afterEach(() => store.close());

    const begin = async (seconds = 0, hash = "h", key = KEY): Promise<IdempotencyClaim> => {
      const state = await requests.begin(key, hash, at(seconds));
      if (state.state !== "new") throw new Error(`expected a new request, got ${state.state}`);
      return state.claim;
    };

    it("lets a request be answered once, and then repeats the answer, also when opened again", async () => {
      const claim = await begin();
      expect(await requests.begin(KEY, "h", at(1))).toEqual({ state: "running" });
      expect(await requests.finish(claim, ANSWER)).toBe(true);
      await store.close();
      store = await open({ name });
      requests = store.idempotency;
      expect(await requests.begin(KEY, "h", at(2))).toEqual({ state: "done", ...ANSWER });
      expect(await requests.finish(claim, { ...ANSWER, status: 500 })).toBe(false);
      expect(await requests.begin(KEY, "h", at(DAY - 1))).toEqual({ state: "done", ...ANSWER });
    });

    it("tells another request under the same key, whether the first runs or is done", async () => {
      const claim = await begin();
      expect(await requests.begin(KEY, "other", at(1))).toEqual({ state: "other_request" });
      expect(await requests.begin(KEY, "other", at(100))).toEqual({ state: "other_request" });
      await requests.finish(claim, ANSWER);
      expect(await requests.begin(KEY, "other", at(101))).toEqual({ state: "other_request" });
    });

    it("keeps the keys of others apart", async () => {
      const pairs = [
        ["ana", "k1"],
        ["ana", "k2"],
        ["ben", "k1"],
        ["an", "ak1"],
        ["ana k1", ""],
        ['ana","k1', ""],
      ] as const;
      for (const [principal, key] of pairs) {
        expect(await requests.begin({ principal, key }, "h", at(0))).toMatchObject({ state: "new" });
      }
    });

    it("is abandoned by whoever has it, and begun anew by anybody", async () => {
      const claim = await begin();
      await requests.abandon(claim);
      const again = await begin(1, "other");
      await requests.abandon(claim);
      expect(await requests.finish(claim, ANSWER)).toBe(false);
      expect(await requests.begin(KEY, "other", at(2))).toEqual({ state: "running" });
      expect(await requests.finish(again, ANSWER)).toBe(true);
      await requests.abandon(again);
      expect(await requests.begin(KEY, "other", at(3))).toEqual({ state: "done", ...ANSWER });
    });

    it("is taken over after 60 seconds, and the one that was late changes nothing", async () => {
      const late = await begin();
      expect(await requests.begin(KEY, "h", at(59.999))).toEqual({ state: "running" });
      const taken = await begin(60);
      expect(await requests.begin(KEY, "h", at(61))).toEqual({ state: "running" });
      expect(await requests.finish(late, { ...ANSWER, body: "late" })).toBe(false);
      await requests.abandon(late);
      expect(await requests.finish(taken, ANSWER)).toBe(true);
      expect(await requests.begin(KEY, "h", at(200))).toEqual({ state: "done", ...ANSWER });
    });

    it("is forgotten after 24 hours, and may then be another request", async () => {
      await requests.finish(await begin(), ANSWER);
      const claim = await begin(DAY, "other");
      expect(await requests.finish(claim, { ...ANSWER, status: 200 })).toBe(true);
      expect(await requests.begin(KEY, "other", at(DAY + 1))).toMatchObject({ state: "done", status: 200 });
    });

    it("removes what is forgotten, and nothing else", async () => {
      const other = { ...KEY, key: "k2" } as never;
      await requests.finish(await begin(), ANSWER);
      await begin(1, "h", other);
      expect(await requests.forgetExpired(at(DAY))).toBe(1);
      expect(await requests.forgetExpired(at(DAY))).toBe(0);
      expect(await requests.begin(KEY, "x", at(DAY))).toMatchObject({ state: "new" });
      expect(await requests.begin(other, "x", at(DAY))).toEqual({ state: "other_request" });
    });

    describe("of many at once at several servers", () => {
      const race = async (
        act: (requests: IdempotencyStore, n: number) => Promise<IdempotencyState>,
      ): Promise<readonly string[]> => {
        const clients = await Promise.all(Array.from({ length: 3 }, () => openClient(name, store)));
        const states = await Promise.all(
          clients.flatMap((client, c) => [0, 1, 2, 3].map((n) => act(client.idempotency, c * 4 + n))),
        );
        await Promise.all(clients.map((client) => client.close()));
        return states.map(({ state }) => state).toSorted();
      };
      const one = ["new", ...Array.from({ length: 11 }, () => "running")];

      it("one begins a request", async () => {
        expect(await race((each) => each.begin(KEY, "h", at(0)))).toEqual(one);
      });

      it("one takes a lost one over", async () => {
        await begin();
        expect(await race((each, n) => each.begin(KEY, "h", at(60 + n / 100)))).toEqual(one);
      });

      it("one begins a forgotten one", async () => {
        await requests.finish(await begin(), ANSWER);
        expect(await race((each, n) => each.begin(KEY, "h", at(DAY + n / 100)))).toEqual(one);
      });

      it("each begins its own, and each answer is kept", async () => {
        const states = await race(async (each, n) => {
          const key = { principal: "ana", key: `own ${n}` };
          const begun = await each.begin(key, "h", at(0));
          if (begun.state !== "new") return begun;
          await each.finish(begun.claim, { ...ANSWER, body: String(n) });
          const again = await each.begin(key, "h", at(1));
          expect(again).toEqual({ state: "done", ...ANSWER, body: String(n) });
          return again;
        });
        expect(new Set(states)).toEqual(new Set(["done"]));
      });
    });

    it.each(HOSTILE_TEXTS)("keeps any text to the letter: $why", async ({ text }) => {
      const key = { principal: text, key: text } as never;
      const claim = await begin(0, text, key);
      const answer = { status: 200, headers: { "x-text": text }, body: text };
      await requests.finish(claim, answer);
      expect(await requests.begin(key, text, at(1))).toEqual({ state: "done", ...answer });
      expect(await requests.begin(key, `${text}.`, at(1))).toEqual({ state: "other_request" });
    });

    it("shares a commit among many", async () => {
      await store.close();
      const queries: string[] = [];
      store = await open({ name, onQuery: (sql) => queries.push(sql) });
      requests = store.idempotency;
      queries.length = 0;
      const claims = await Promise.all(
        Array.from({ length: 100 }, (_, n) => begin(0, "h", { ...KEY, key: `k${n}` } as never)),
      );
      await Promise.all(claims.map((claim) => requests.finish(claim, ANSWER)));
      expect(queries.filter((sql) => sql === "commit").length).toBeLessThanOrEqual(4);
    });

    it("forgets what a person who is erased asked, and every answer that names them", async () => {
      const [dana, named, other] = [
        { principal: "dana", key: "1" },
        { principal: "ben", key: "2" },
        { principal: "ben", key: "3" },
      ] as const;
      const body = (by: string): string => JSON.stringify({ approvals: [{ by }] });
      await requests.finish(await begin(0, "h", dana as never), ANSWER);
      await requests.finish(await begin(0, "h", named as never), { ...ANSWER, body: body("dana") });
      await requests.finish(await begin(0, "h", other as never), { ...ANSWER, body: body("dana-2") });
      await store.feedback.erasePerson("dana");
      const states = [];
      for (const key of [dana, named, other]) states.push((await requests.begin(key, "h", at(1))).state);
      expect(states).toEqual(["new", "new", "done"]);
    });

    it("forgets all of them, however many there are", async () => {
      const keys = Array.from({ length: 450 }, (_, n) => ({
        principal: n % 9 === 0 ? "ben" : "dana",
        key: `${n}`,
      }));
      await Promise.all(keys.map((key) => requests.begin(key, "h", at(0))));
      await store.feedback.erasePerson("dana");
      expect(await requests.forgetExpired(at(DAY))).toBe(50);
    });
  });
}
