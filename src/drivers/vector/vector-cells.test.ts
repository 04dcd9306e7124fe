import { describe, expect, it } from "vitest";
import { bruteForce, makeEntries, makeNear, makeVector } from "../../../test/contract/make-vectors.ts";
import type { VectorEntry } from "../../ports/vector-index.ts";
import { VectorCells } from "./vector-cells.ts";
import { VectorMirror } from "./vector-mirror.ts";

const DIMENSIONS = 24;
/** Looks at a fifth of 3,000 vectors. */
const SMALL = { minVectors: 500, growth: 2, cells: 32, candidates: 600, maxPerCell: 300 };
/** Looks into every cell, so that only a lost change could hide a vector. */
const WHOLE = { ...SMALL, candidates: 100_000, maxPerCell: 100_000 };

function createIndex(tuning = SMALL) {
  const held = new Map<string, VectorEntry>();
  const mirror: VectorMirror = new VectorMirror(DIMENSIONS, (slot) => cells.change(slot));
  const cells = new VectorCells(mirror, tuning);
  const put = (entries: readonly VectorEntry[]): void => {
    for (const entry of entries) {
      held.set(entry.id, entry);
      mirror.put(entry.id, entry.vector);
    }
  };
  const remove = (ids: Iterable<string>): void => {
    for (const id of ids) {
      held.delete(id);
      mirror.remove(id);
    }
  };
  /** Of the near ones, how many a quick search finds; and that it finds none that are gone. */
  const recall = (): number => {
    let [hits, wanted] = [0, 0];
    for (const { vector: near } of [...held.values()].filter((_, at) => at % 41 === 0)) {
      const vector = makeNear(near, 3, 0.2);
      const found = cells.nearest({ vector, limit: 10 });
      const truth = new Map(bruteForce(held.values(), vector, 10, 0.5).map(({ id, cosine }) => [id, cosine]));
      for (const { id, cosine } of found ?? []) {
        expect(held.has(id)).toBe(true);
        expect(cosine).toBeCloseTo(truth.get(id) ?? cosine, 5);
      }
      wanted += truth.size;
      hits += found?.filter(({ id }) => truth.has(id)).length ?? 0;
    }
    return hits / wanted;
  };
  return { held, mirror, cells, put, remove, recall };
}

describe("VectorCells", () => {
  it("makes none for few vectors, and says that it has no answer", async () => {
    const { cells, put } = createIndex();
    put(makeEntries(0, 499));
    await cells.make();
    expect(cells.nearest({ vector: makeVector(1), limit: 1 })).toBeUndefined();
  });

  it("finds nearly all near vectors in a part of the cells", async () => {
    const { cells, put, recall } = createIndex();
    put(makeEntries(0, 3_000));
    expect(cells.nearest({ vector: makeVector(1), limit: 1 })).toBeUndefined();
    await cells.make();
    expect(recall()).toBeGreaterThan(0.95);
  });

  it("follows vectors that are put, replaced and removed", async () => {
    const { cells, held, put, remove, recall } = createIndex(WHOLE);
    put(makeEntries(0, 1_000));
    await cells.make();
    put(makeEntries(1_000, 1_900));
    remove([...held.keys()].filter((_, at) => at % 3 === 0));
    put(
      [...held.keys()]
        .slice(0, 200)
        .map((id, at) => ({ id, vector: makeVector(50_000 + Math.floor(at / 9)) })),
    );
    put(makeEntries(5_000, 5_100));
    expect(recall()).toBe(1);
  });

  it("misses no change that happens while cells are made", async () => {
    const { cells, held, put, remove, recall } = createIndex(WHOLE);
    put(makeEntries(0, 2_000));
    const making = cells.make();
    remove([...held.keys()].filter((_, at) => at % 2 === 0));
    put(makeEntries(3_000, 3_300));
    await making;
    expect(recall()).toBe(1);
    for (const { id, vector } of [...held.values()].slice(-300)) {
      expect(cells.nearest({ vector, limit: 1 })).toMatchObject([{ id }]);
    }
  });

  it("makes cells anew when there are many more vectors", async () => {
    const { cells, put, remove, recall } = createIndex();
    const crowd = Array.from({ length: 500 }, (_, n) => ({
      id: `first-${n}`,
      vector: makeNear(makeVector(1), n, 0.1),
    }));
    put(crowd);
    await cells.make();
    put(makeEntries(0, 3_000));
    remove(crowd.map(({ id }) => id));
    // All centres are where the first ones lay, and tell the others apart badly.
    expect(recall()).toBeLessThan(0.9);
    await cells.make();
    expect(recall()).toBeGreaterThan(0.95);
  });

  it("answers the same for the same vectors", async () => {
    const [a, b] = [createIndex(), createIndex()];
    for (const { put, cells } of [a, b]) {
      put(makeEntries(0, 1_500));
      await cells.make();
    }
    const query = { vector: makeVector(77), limit: 50 };
    expect(a.cells.nearest(query)).toEqual(b.cells.nearest(query));
  });
});
