import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Neighbour, VectorEntry, VectorIndex } from "../../src/ports/vector-index.ts";
import { bruteForce, DIMENSIONS, idOf, makeEntries, makeNear, makeVector, toUnit } from "./make-vectors.ts";

export interface VectorPlace {
  /** Opening the same name again opens the same index; a new name is an empty one. */
  readonly name: string;
  readonly dimensions: number;
}

export interface OpenedVectors {
  readonly index: VectorIndex;
  readonly close: () => Promise<void>;
}

const REFUSED = { name: "StoreError", code: "record_refused" };
const ids = (neighbours: readonly Neighbour[]): readonly string[] => neighbours.map(({ id }) => id);

/** Drivers round cosines differently, and swap neighbours that are as near as that, also over the last place. */
function expectSame(found: readonly Neighbour[], expected: readonly Neighbour[]): void {
  const rounded = (list: readonly Neighbour[]): readonly string[] =>
    list.map(({ cosine }) => cosine.toFixed(4));
  expect(rounded(found)).toEqual(rounded(expected));
  const alike = (a: number, b: number): boolean => Math.abs(a - b) < 1e-5;
  const last = expected.at(-1)?.cosine ?? 0;
  const strangers = found.filter(
    ({ id, cosine }) =>
      !alike(cosine, last) && !expected.some((other) => other.id === id && alike(other.cosine, cosine)),
  );
  expect(strangers).toEqual([]);
}

/** A driver may make a vector's length 1 once more, and so change its last bits. */
function expectVectors(
  found: ReadonlyMap<string, Float32Array>,
  expected: Readonly<Record<string, Float32Array>>,
): void {
  expect([...found.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [id, vector] of found) {
    expect(vector).toBeInstanceOf(Float32Array);
    expect(vector).toHaveLength(expected[id]!.length);
    for (const [at, number] of vector.entries()) expect(number).toBeCloseTo(expected[id]![at]!, 6);
  }
}

/** What every driver of the port promises. */
export function describeVectorIndex(
  driver: string,
  open: (place: VectorPlace) => Promise<OpenedVectors>,
  cases: { readonly properties: number } = { properties: 25 },
): void {
  describe(`the vector index on ${driver}`, () => {
    let made = 0;
    let name = "";
    let index: VectorIndex;
    const opened: OpenedVectors[] = [];
    const again = async (dimensions = DIMENSIONS): Promise<OpenedVectors> => {
      const one = await open({ name, dimensions });
      opened.push(one);
      return one;
    };
    beforeEach(async () => {
      made += 1;
      name = `vectors-${made}`;
      ({ index } = await again());
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
    });

    it("finds nothing in an empty index", async () => {
      expect(await index.nearest({ vector: makeVector(1), limit: 10 })).toEqual([]);
      expect(await index.nearest({ vector: makeVector(1), limit: 10, effort: "quick" })).toEqual([]);
      expect(await index.get(["a"])).toEqual(new Map());
      expect(await index.get([])).toEqual(new Map());
      expect(await index.remove(["a"])).toBe(0);
      expect(await index.remove([])).toBe(0);
      await index.put([]);
      expect(await index.count()).toBe(0);
    });

    it("gives back what was put, replaces by id and removes", async () => {
      const [a, b, c] = [makeVector(1), makeVector(2), makeVector(3)];
      await index.put([
        { id: "a", vector: a },
        { id: "b", vector: b },
      ]);
      expectVectors(await index.get(["b", "a", "none", "a"]), { a, b });
      expect(await index.count()).toBe(2);
      await index.put([{ id: "a", vector: c }]);
      expect(await index.count()).toBe(2);
      expectVectors(await index.get(["a"]), { a: c });
      expect(ids(await index.nearest({ vector: a, limit: 1, atLeast: 0.99 }))).toEqual([]);
      expect(ids(await index.nearest({ vector: c, limit: 1 }))).toEqual(["a"]);
      expect(await index.remove(["a", "none", "a"])).toBe(1);
      expect(await index.remove(["a"])).toBe(0);
      expect(ids(await index.nearest({ vector: c, limit: 5 }))).toEqual(["b"]);
      await index.put([{ id: "a", vector: a }]);
      expect(ids(await index.nearest({ vector: a, limit: 1 }))).toEqual(["a"]);
      expect(await index.count()).toBe(2);
    });

    it("takes the last of several vectors with one id", async () => {
      await index.put([
        { id: "a", vector: makeVector(1) },
        { id: "a", vector: makeVector(2) },
      ]);
      expect(await index.count()).toBe(1);
      expectVectors(await index.get(["a"]), { a: makeVector(2) });
    });

    it("keeps what was put when the caller uses the array again", async () => {
      const vector = makeVector(1);
      await index.put([{ id: "a", vector }]);
      vector.fill(0);
      expectVectors(await index.get(["a"]), { a: makeVector(1) });
      expect(ids(await index.nearest({ vector: makeVector(1), limit: 1, atLeast: 0.99 }))).toEqual(["a"]);
    });

    it("answers the nearest first, with their cosines, and equals by id", async () => {
      const axis = (at: number): Float32Array =>
        toUnit(Array.from({ length: DIMENSIONS }, (_, n) => (n === at ? 1 : 0)));
      const between = toUnit(Array.from({ length: DIMENSIONS }, (_, n) => (n < 2 ? 1 : 0)));
      await index.put([
        { id: "opposite", vector: axis(0).map((part) => -part) },
        { id: "across", vector: axis(1) },
        { id: "near", vector: between },
        ...["d", "b", "e", "a", "c"].map((id) => ({ id, vector: axis(0) })),
      ]);
      const found = await index.nearest({ vector: axis(0), limit: 10 });
      expect(ids(found)).toEqual(["a", "b", "c", "d", "e", "near", "across", "opposite"]);
      const cosines = [1, 1, 1, 1, 1, Math.SQRT1_2, 0, -1];
      for (const [at, cosine] of cosines.entries()) expect(found[at]!.cosine).toBeCloseTo(cosine, 5);
      expect(ids(await index.nearest({ vector: axis(0), limit: 3 }))).toEqual(["a", "b", "c"]);
    });

    it.each([
      { why: "leaves out neighbours below the least cosine", atLeast: 0.5, limit: 10, found: ["a", "near"] },
      { why: "applies the limit after the least cosine", atLeast: 0.5, limit: 1, found: ["a"] },
      { why: "a cosine above all others finds nothing", atLeast: 1.5, limit: 10, found: [] },
      { why: "without a least cosine, finds even opposites", limit: 10, found: ["a", "near", "z"] },
      { why: "a limit of 0 is taken as 1", limit: 0, found: ["a"] },
      { why: "a limit that is no number is taken as 1", limit: Number.NaN, found: ["a"] },
      { why: "a limit above 1,000 is taken as 1,000", limit: 5_000, found: ["a", "near", "z"] },
    ])("$why", async ({ atLeast, limit, found }) => {
      const vector = makeVector(1);
      await index.put([
        { id: "z", vector: vector.map((part) => -part) },
        { id: "near", vector: makeNear(vector, 2, 0.4) },
        { id: "a", vector },
      ]);
      const query = { vector, limit, ...(atLeast === undefined ? {} : { atLeast }) };
      expect(ids(await index.nearest(query))).toEqual(found);
      expect(ids(await index.nearest({ ...query, effort: "quick" }))).toEqual(found);
    });

    it.each([
      { why: "too few dimensions", vector: makeVector(1, DIMENSIONS - 1) },
      { why: "too many dimensions", vector: makeVector(1, DIMENSIONS * 2) },
      { why: "no dimensions", vector: new Float32Array(0) },
      { why: "a component that is not a number", vector: makeVector(1).fill(Number.NaN, 3, 4) },
      { why: "an infinite component", vector: makeVector(1).fill(Number.POSITIVE_INFINITY, 0, 1) },
      { why: "length 0", vector: new Float32Array(DIMENSIONS) },
      { why: "length 2", vector: makeVector(1).map((part) => part * 2) },
    ])("refuses a vector with $why, and its whole batch", async ({ vector }) => {
      const fine = { id: "fine", vector: makeVector(2) };
      await expect(index.put([fine, { id: "bad", vector }])).rejects.toMatchObject(REFUSED);
      await expect(index.nearest({ vector, limit: 1 })).rejects.toMatchObject(REFUSED);
      expect(await index.count()).toBe(0);
    });

    it.each([
      { why: "an empty id", id: "" },
      { why: "a NUL", id: "a\0b" },
      { why: "half of a surrogate pair", id: "a\uD800" },
      { why: "an endless id", id: "a".repeat(513) },
    ])("refuses $why, and its whole batch", async ({ id }) => {
      const fine = { id: "fine", vector: makeVector(2) };
      await expect(index.put([fine, { id, vector: makeVector(1) }])).rejects.toMatchObject(REFUSED);
      expect(await index.get([id])).toEqual(new Map());
      expect(await index.remove([id])).toBe(0);
      expect(await index.count()).toBe(0);
    });

    it("makes a vector that is nearly of length 1 exactly so", async () => {
      const vector = makeVector(1).map((part) => part * 1.0005);
      await index.put([{ id: "a", vector }]);
      const [found] = await index.nearest({ vector, limit: 1 });
      expect(found!.cosine).toBeCloseTo(1, 5);
      expect(found!.cosine).toBeLessThanOrEqual(1);
    });

    it("keeps ids as they are", async () => {
      const strange = [
        "é",
        "e\u0301",
        "日本",
        "a/b?c=d&e",
        "'; drop table vector; --",
        '"',
        "\u{1F600}",
        "A",
        "a",
        " a",
      ];
      await index.put(strange.map((id, at) => ({ id, vector: makeVector(at) })));
      expect(new Set((await index.get(strange)).keys())).toEqual(new Set(strange));
      expect(new Set(ids(await index.nearest({ vector: makeVector(1), limit: 100 })))).toEqual(
        new Set(strange),
      );
      expect(await index.remove(strange)).toBe(strange.length);
    });

    it("holds 2,000 vectors and finds the same as looking at each of them", async () => {
      const entries = makeEntries(0, 2_000);
      await index.put(entries);
      expect(await index.count()).toBe(2_000);
      for (const n of [0, 777, 1_999]) {
        const vector = makeNear(entries[n]!.vector, 5 + n, 0.3);
        const found = await index.nearest({ vector, limit: 10 });
        expectSame(found, bruteForce(entries, vector, 10));
        const quick = await index.nearest({ vector, limit: 10, atLeast: 0.5, effort: "quick" });
        expectSame(quick, bruteForce(entries, vector, 10, 0.5));
      }
      expect(await index.remove(entries.slice(0, 1_500).map(({ id }) => id))).toBe(1_500);
      const vector = makeVector(3);
      expectSame(await index.nearest({ vector, limit: 10 }), bruteForce(entries.slice(1_500), vector, 10));
      expect(await index.nearest({ vector, limit: 1_000 })).toHaveLength(500);
    });

    it("answers as looking at each vector does, whatever was put and removed", async () => {
      const numbers = fc.array(fc.nat(40), { maxLength: 12 });
      const step = fc.record({ put: numbers, salt: fc.nat(3), remove: numbers });
      const plan = fc.record({
        steps: fc.array(step, { minLength: 1, maxLength: 4 }),
        seed: fc.nat(50),
        limit: fc.integer({ min: 1, max: 15 }),
        atLeast: fc.constantFrom(undefined, 0, 0.2),
      });
      const held = new Map<string, VectorEntry>();
      await fc.assert(
        fc.asyncProperty(plan, async ({ steps, seed, limit, atLeast }) => {
          for (const { put, salt, remove } of steps) {
            const entries = put.map((n) => ({ id: idOf(n), vector: makeVector(n + salt * 13) }));
            await index.put(entries);
            for (const entry of entries) held.set(entry.id, entry);
            const gone = [...new Set(remove.map(idOf))];
            expect(await index.remove(gone)).toBe(gone.filter((id) => held.delete(id)).length);
          }
          const vector = makeVector(seed);
          const query = { vector, limit, ...(atLeast === undefined ? {} : { atLeast }) };
          expectSame(await index.nearest(query), bruteForce(held.values(), vector, limit, atLeast));
          expect(await index.count()).toBe(held.size);
        }),
        { numRuns: cases.properties },
      );
    });

    it("takes puts that arrive together", async () => {
      const entries = makeEntries(0, 200);
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => index.put(entries.slice(at * 10, at * 10 + 10))),
      );
      await Promise.all([1, 2, 3].map((seed) => index.put([{ id: "same", vector: makeVector(seed) }])));
      expect(await index.count()).toBe(201);
      const vector = makeVector(9);
      const same = await index.get(["same"]);
      const all = [...entries, { id: "same", vector: same.get("same")! }];
      const answers = await Promise.all([10, 10, 10].map((limit) => index.nearest({ vector, limit })));
      for (const found of answers) expectSame(found, bruteForce(all, vector, 10));
    });

    it("lets two open indexes see each other's changes", async () => {
      const { index: other } = await again();
      const entries = makeEntries(0, 30);
      const vector = makeVector(4);
      await index.put(entries.slice(0, 20));
      expectSame(await other.nearest({ vector, limit: 5 }), bruteForce(entries.slice(0, 20), vector, 5));
      await other.put(entries.slice(20));
      expectSame(await index.nearest({ vector, limit: 5 }), bruteForce(entries, vector, 5));
      await index.put([{ id: idOf(0), vector }]);
      expect(ids(await other.nearest({ vector, limit: 1 }))).toEqual([idOf(0)]);
      expect(await other.remove([idOf(0), idOf(1)])).toBe(2);
      expectSame(await index.nearest({ vector, limit: 50 }), bruteForce(entries.slice(2), vector, 50));
      await Promise.all([index.put([{ id: "x", vector }]), other.put([{ id: "y", vector }])]);
      expect(ids(await index.nearest({ vector, limit: 2 }))).toEqual(["x", "y"]);
      expect(ids(await other.nearest({ vector, limit: 2 }))).toEqual(["x", "y"]);
    });

    it("is up to date after changes and searches that run into each other", async () => {
      const { index: other } = await again();
      const all = Array.from({ length: 40 }, (_, n) => idOf(n));
      const change = (round: number, one: VectorIndex): Promise<unknown> =>
        round % 3 === 2
          ? one.remove(all.filter((_, n) => (n + round) % 5 === 0))
          : one.put(
              all
                .filter((_, n) => (n + round) % 4 === 0)
                .map((id, n) => ({ id, vector: makeVector(round * 100 + n) })),
            );
      const searchTwice = async (one: VectorIndex): Promise<void> => {
        await one.nearest({ vector: makeVector(1), limit: 5 });
        await one.nearest({ vector: makeVector(2), limit: 5 });
      };
      for (let round = 0; round < 12; round += 1) {
        await Promise.all([
          searchTwice(index),
          change(round, index),
          searchTwice(other),
          searchTwice(index),
          change(round + 1, other),
        ]);
      }
      const held = [...(await index.get(all))].map(([id, vector]) => ({ id, vector }));
      expect(held.length).toBeGreaterThan(20);
      const vector = makeVector(3);
      for (const one of [index, other]) {
        expectSame(await one.nearest({ vector, limit: 100 }), bruteForce(held, vector, 100));
      }
    });

    it("has everything after it was closed and opened again", async () => {
      const entries = makeEntries(0, 50);
      await index.put(entries);
      await index.remove([idOf(7)]);
      await Promise.all(opened.splice(0).map((one) => one.close()));
      const { index: reopened } = await again();
      const left = entries.filter(({ id }) => id !== idOf(7));
      const vector = entries[7]!.vector;
      expect(await reopened.count()).toBe(49);
      expectSame(await reopened.nearest({ vector, limit: 10 }), bruteForce(left, vector, 10));
    });
  });
}
