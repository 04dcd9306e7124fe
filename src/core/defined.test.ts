import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("18.2 Fields that are undefined are left out, others are kept in their order", () => {
  const fields: { a?: number | undefined; b: string | null; c: boolean | undefined; d: number } = {
    b: null,
    c: undefined,
    d: 0,
  };
  expect(Object.entries(defined(fields))).toEqual([
    ["b", null],
    ["d", 0],
  ]);
});

test("18.2 A field that is always there stays required in the type", () => {
  const name: string = defined({ name: "rio", version: undefined as string | undefined }).name;
  expect(name).toBe("rio");
});

test("18.2 A field named __proto__ changes no prototype", () => {
  const hostile = JSON.parse('{"__proto__":{"isAdmin":true}}') as object;
  expect(Reflect.get(defined(hostile), "isAdmin")).toBeUndefined();
});
