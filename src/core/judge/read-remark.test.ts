import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRemark } from "./read-remark.ts";

const wanted = (text: string): Record<string, number> =>
  Object.fromEntries([...readRemark(text).things].map(([name, sign]) => [name, Math.sign(sign)]));

describe("readRemark", () => {
  it.each<[string, Record<string, number>, string]>([
    ["add a timeout", { timeout: 1 }, "a command"],
    ["don't add a timeout", { timeout: -1 }, "a refusal"],
    ["a timeout is overkill here", { timeout: -1 }, "a verdict"],
    ["a timeout is fine", { timeout: 1 }, "consent"],
    ["the timeout is 3 s", { timeout: 0 }, "named, not judged"],
    ["the value isn't escaped", { escape: 1 }, "what was not done is to be done"],
    ["already escaped by the template", { escape: -1 }, "what is done need not be done again"],
    ["why not retry?", { retry: 1 }, "why not proposes"],
    ["why retry?", { retry: -1 }, "why doubts"],
    ["awaiting the tracker delays checkout", { async: -1 }, "a complaint about doing it"],
    ["use a lock rather than a retry", { lock: 1, retry: -1 }, "a contrast"],
    ["prefer a lock over a retry", { lock: 1, retry: -1 }, "a preference"],
    ["replace the lock with a retry", { lock: -1, retry: 1 }, "what comes instead"],
    ["drop the warning from the cache", { warning: -1, cache: 0 }, "the place is not what is meant"],
    ["`drop` the `cache`", { cache: 0 }, "code says nothing"],
  ])("%j: %j (%s)", (text, things) => {
    expect(wanted(text)).toMatchObject(things);
  });

  it.each([
    ["what if the list is empty?", -1],
    ["overkill, just drop it", 1],
  ])("feels the mood of %j", (text, sign) => {
    expect(Math.sign(readRemark(text).mood)).toBe(sign);
  });

  it("takes any text, and long ones in little time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { mood } = readRemark(text);
        expect(Math.abs(mood)).toBeLessThanOrEqual(1);
      }),
    );
    const { things } = readRemark("no need to add a check is fine ".repeat(40_000));
    expect(things.size).toBeLessThan(10);
  });
});
