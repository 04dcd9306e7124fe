import { expect, it } from "vitest";
import { briefCache } from "./brief-cache.ts";

it("keepBriefly makes an answer once for ten seconds, for each owner, and no failure twice", async () => {
  const owner = {};
  const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 10, 12, 0, seconds)).toISOString();
  let made = 0;
  const ask = (seconds: number, of: object = owner): Promise<number> =>
    briefCache(of, at(seconds))("a", () => Promise.resolve((made += 1)));
  expect(await Promise.all([ask(0), ask(0), ask(9)])).toEqual([1, 1, 1]);
  expect(await ask(10)).toBe(2);
  expect(await ask(10, {})).toBe(3);
  const fail = (): Promise<never> => briefCache(owner, at(10))("b", () => Promise.reject(new Error("gone")));
  await expect(fail()).rejects.toThrow("gone");
  expect(await briefCache(owner, at(10))("b", () => Promise.resolve("there"))).toBe("there");
});
