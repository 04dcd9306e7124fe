import { expect, it, describe } from "vitest";
import { briefCache, cachedEffects } from "./brief-cache.ts";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";

it("briefCache makes an answer once for ten seconds, for each owner, and no failure twice", async () => {
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

describe("keptEffects", () => {
  it("measures a rule once a minute, whoever asks", async () => {
    const store = await openTestStore();
    const ids = [
      await bringIntoForce(store, "Close files in a finally block."),
      await bringIntoForce(store, "Name the unit in every field that holds a time."),
    ];
    let time = Date.UTC(2026, 2, 10);
    let measured = 0;
    const rules: typeof store.rules = {
      ...store.rules,
      inForce: (...agent) => {
        measured += 1;
        return store.rules.inForce(...agent);
      },
    };
    const ask = (...ruleIds: readonly string[]) =>
      cachedEffects({
        ...store,
        rules,
        policy: DEFAULT_RULE_POLICY,
        now: () => new Date(time).toISOString(),
      })(ruleIds);
    expect((await ask(ids[0]!)).size).toBe(1);
    expect((await ask(...ids)).size).toBe(2);
    expect(measured).toBe(2);
    expect([...(await ask(...ids)).keys()]).toEqual(ids);
    expect((await ask("none")).size).toBe(0);
    expect((await ask("none")).size).toBe(0);
    expect(measured).toBe(3);
    time += 60_000;
    await ask(...ids);
    expect(measured).toBe(4);
    await store.close();
  });
});
