import type { VectorEntry, VectorIndex, VectorSpace } from "../../../ports/vector-index.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { checkEntries, checkQuery, isStorableId } from "../../vector/check-vector.ts";
import { chunk } from "../../../core/chunk.ts";
import { MirrorReader } from "./mirror-reader.ts";
import { putVectors, removeVectors } from "./vector-rows.ts";

export interface SqlVectorIndex extends VectorIndex {
  /** Does beforehand what the first searches would do: reads the vectors, and makes the cells of quick ones. */
  warm(): Promise<void>;
}

/** The most rows of one transaction that several calls share. */
const MAX_GROUP = 1_024;
const ALIVE_MS = 60_000;

/**
 * Vectors in the store's own tables, without any extension, and searched in a copy in memory: made at the first
 * search, and brought up to date at each one with what any process has changed since.
 */
export function createSqlVectorIndex(database: SqlDatabase, space: VectorSpace): SqlVectorIndex {
  const { commit, db, run } = database;
  const { dimensions } = space;
  const model = storedKey(space.model);
  const reader = new MirrorReader(db, { model, dimensions });
  const group = new GroupCommit<VectorEntry, void>({
    maxRows: MAX_GROUP,
    commit: async (entries) => {
      reader.take(await commit((transaction) => putVectors(transaction, model, entries)));
      return [];
    },
  });
  return {
    put: (entries) =>
      run(async () => {
        const checked = checkEntries(entries, dimensions);
        if (checked.length > 0) await group.add(checked);
      }),
    nearest: (query) =>
      run(async () => {
        const checked = { ...checkQuery(query, dimensions), atLeast: query.atLeast };
        const { mirror, cells } = await reader.upToDate();
        if (query.effort !== "quick") return mirror.nearest(checked);
        // Until there are cells everything is looked at; making them keeps nobody waiting, nor does failing to.
        void cells.make().catch(() => undefined);
        return cells.nearest(checked) ?? mirror.nearest(checked);
      }),
    warm: () =>
      run(async () => {
        const { cells } = await reader.upToDate();
        // Making cells keeps no process alive by itself; whoever waits for it does.
        const alive = setInterval(() => {}, ALIVE_MS);
        try {
          await cells.make();
        } finally {
          clearInterval(alive);
        }
      }),
    get: (ids) =>
      run(async () => {
        const { mirror } = await reader.upToDate();
        const found = new Map<string, Float32Array>();
        for (const id of ids.filter(isStorableId)) {
          const vector = mirror.copyOf(id);
          if (vector !== undefined) found.set(id, vector);
        }
        return found;
      }),
    remove: (ids) =>
      run(async () => {
        let removed = 0;
        for (const some of chunk([...new Set(ids.filter(isStorableId))])) {
          removed += await commit((transaction) => removeVectors(transaction, model, some));
        }
        return removed;
      }),
    count: () =>
      run(async () => {
        const { count } = await db
          .selectFrom("vector_entry")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("model", "=", model)
          .executeTakeFirstOrThrow();
        return count;
      }),
  };
}
