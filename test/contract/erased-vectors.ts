import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSqlFeedbackStore } from "../../src/drivers/sql/feedback/sql-feedback-store.ts";
import type { SqlDatabase } from "../../src/drivers/sql/sql-database.ts";
import type { FeedbackStore } from "../../src/ports/feedback-store.ts";
import type { VectorIndex, VectorSpace } from "../../src/ports/vector-index.ts";
import { ExternalError } from "../../src/ports/errors.ts";
import { makeFeedback, timeAt } from "./make-feedback.ts";
import { DIMENSIONS, makeVector } from "./make-vectors.ts";

interface ErasedPlaces {
  /** Opening the same name again is what another process does. */
  readonly openDatabase: (name: string) => Promise<SqlDatabase>;
  readonly openVectors: (database: SqlDatabase, space: VectorSpace) => Promise<VectorIndex>;
}

const COUNT = 720;
const RECORDS = Array.from({ length: COUNT }, (_, n) =>
  makeFeedback(n, { author: { id: n % 3 === 0 ? "ben" : "ana", trust: "person" } }),
);
const ENTRIES = RECORDS.map(({ id }, n) => ({ id, vector: makeVector(n) }));
const ALL = { vector: makeVector(1), limit: 1_000, atLeast: -1 };

/** What is deleted or erased leaves no vector behind in the store, whoever has it open. */
export function describeErasedVectors(driver: string, { openDatabase, openVectors }: ErasedPlaces): void {
  describe(`vectors of what is deleted or erased on ${driver}`, () => {
    let made = 0;
    let databases: SqlDatabase[] = [];
    let feedback: FeedbackStore;
    /** Two models of one client, and one of another client. */
    let indexes: readonly VectorIndex[];

    beforeEach(async () => {
      made += 1;
      const name = `erased-${made}`;
      databases = [await openDatabase(name), await openDatabase(name)];
      const [here, there] = databases as [SqlDatabase, SqlDatabase];
      const space = { model: `${name}-a`, dimensions: DIMENSIONS };
      feedback = createSqlFeedbackStore(here);
      indexes = [
        await openVectors(here, space),
        await openVectors(here, { ...space, model: `${name}-b` }),
        await openVectors(there, space),
      ];
      await feedback.record(RECORDS);
      await indexes[0]!.put(ENTRIES);
      // Those of the other model are fewer, and one belongs to no record.
      await indexes[1]!.put([...ENTRIES.slice(0, 30), { id: "nobody", vector: makeVector(9_999) }]);
      // Whoever keeps a copy in memory has it before anything goes.
      for (const index of indexes) await index.nearest(ALL);
    }, 30_000);
    afterEach(async () => {
      await Promise.all(databases.map((database) => database.close()));
    });

    const expectLeft = async (left: ReadonlySet<string>): Promise<void> => {
      const expected = [
        ENTRIES.filter(({ id }) => left.has(id)),
        [...ENTRIES.slice(0, 30).filter(({ id }) => left.has(id)), { id: "nobody" }],
        ENTRIES.filter(({ id }) => left.has(id)),
      ];
      const asked = [...ENTRIES.map(({ id }) => id), "nobody"];
      for (const [at, index] of indexes.entries()) {
        const ids = expected[at]!.map(({ id }) => id).toSorted();
        expect(await index.count()).toBe(ids.length);
        expect([...(await index.get(asked)).keys()].toSorted()).toEqual(ids);
        expect((await index.nearest(ALL)).map(({ id }) => id).toSorted()).toEqual(ids);
      }
    };
    const idsWhere = (keep: (n: number) => boolean): ReadonlySet<string> =>
      new Set(RECORDS.filter((_, n) => keep(n)).map(({ id }) => id));

    it("go with old records, over several batches, and nothing else goes", async () => {
      expect(await feedback.deleteOlderThan(timeAt(610))).toBe(610);
      await expectLeft(idsWhere((n) => n >= 610));
      expect(await feedback.deleteOlderThan(timeAt(610))).toBe(0);
      await expectLeft(idsWhere((n) => n >= 610));
    });

    it("go with a person's words, though their records stay", async () => {
      expect(await feedback.erasePerson("nobody")).toBe(0);
      await expectLeft(idsWhere(() => true));
      expect(await feedback.erasePerson("ana")).toBe(480);
      await expectLeft(idsWhere((n) => n % 3 === 0));
      expect(await feedback.findAll(RECORDS.slice(0, 400).map(({ id }) => id))).toHaveLength(400);
    });

    it("can be put again for a record that comes back", async () => {
      await feedback.deleteOlderThan(timeAt(COUNT));
      await expectLeft(new Set());
      await feedback.record(RECORDS.slice(0, 2));
      await indexes[0]!.put(ENTRIES.slice(0, 2));
      expect([...(await indexes[2]!.get(ENTRIES.map(({ id }) => id))).keys()].toSorted()).toEqual(
        ENTRIES.slice(0, 2)
          .map(({ id }) => id)
          .toSorted(),
      );
    });

    it("go from outside the store too, and nothing is erased where that fails", async () => {
      const failing = {
        remove: () => Promise.reject(new ExternalError("vectors_unreachable", "no server; start it")),
      };
      const failed = { code: "vectors_unreachable" };
      await expect(feedback.erasePerson("ana", "cleo", failing)).rejects.toMatchObject(failed);
      await expect(feedback.deleteOlderThan(timeAt(610), "cleo", failing)).rejects.toMatchObject(failed);
      await expectLeft(idsWhere(() => true));
      const removed: string[] = [];
      const outside = {
        remove: async (ids: readonly string[]) => {
          removed.push(...ids);
          return ids.length;
        },
      };
      expect(await feedback.deleteOlderThan(timeAt(610), "cleo", outside)).toBe(610);
      expect(new Set(removed.splice(0))).toEqual(idsWhere((n) => n < 610));
      expect(await feedback.erasePerson("ben", "cleo", outside)).toBe(36);
      expect(new Set(removed)).toEqual(idsWhere((n) => n >= 610 && n % 3 === 0));
    });
  });
}
