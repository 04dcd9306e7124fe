import { expect, it } from "vitest";
import { remember } from "./remember.ts";

it("remember makes each answer once while it is asked for, and keeps a bounded number", () => {
  const made: number[] = [];
  const twice = remember<number>(3);
  const ask = (n: number): number =>
    twice(n, () => {
      made.push(n);
      return 2 * n;
    });
  expect([1, 2, 1, 3, 2].map(ask)).toEqual([2, 4, 2, 6, 4]);
  expect(made).toEqual([1, 2, 3]);
  // 1 is asked for during each generation and stays; 2 and 3 are not.
  for (const n of [4, 1, 5, 6, 1, 7, 8, 1]) ask(n);
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect([ask(1), ask(2)]).toEqual([2, 4]);
  expect(made.at(-1)).toBe(2);
});
