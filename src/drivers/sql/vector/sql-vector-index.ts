import type { VectorEntry, VectorIndex, VectorSpace } from "../../../ports/vector-index.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { checkEntries, checkQuery, isStorableId } from "../../vector/check-vector.ts";
import { chunk } from "../../../core/chunk.ts";
import { putVectors, removeVectors, fromBytes, type PutVectors } from "./vector-rows.ts";
import { setImmediate } from "node:timers/promises";
import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { VectorCells } from "../../vector/vector-cells.ts";
import { VectorMirror } from "../../vector/vector-mirror.ts";

const PAGE = 1_024;

/** Keeps a copy of a model's vectors in memory by reading what changed since the last time. */
class MirrorReader {
  readonly #db: Kysely<Tables>;
  readonly #space: VectorSpace;
  /** Compiled once, because every search runs it and building takes longer than running. */
  readonly #head: CompiledQuery<Head>;
  #mirrored: Mirrored;
  /** Number of the last change that the copy contains. */
  #seq = 0;
  #reading: Promise<Mirrored> | undefined;
  #waiting: Promise<Mirrored> | undefined;

  constructor(db: Kysely<Tables>, space: VectorSpace) {
    this.#db = db;
    this.#space = space;
    this.#head = db
      .selectFrom("vector_head")
      .select(["seq", "forgotten"])
      .where("model", "=", space.model)
      .compile();
    this.#mirrored = createMirrored(space.dimensions);
  }

  /** Returns the copy with everything committed before the call. Waiting calls share one read. */
  upToDate(): Promise<Mirrored> {
    if (this.#reading === undefined) return this.#start();
    // The read under way may have started before that commit.
    this.#waiting ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#waiting = undefined;
        // Two concurrent reads could undo each other. A read that another call has started meanwhile is recent
        // enough.
        return this.#reading ?? this.#start();
      });
    return this.#waiting;
  }

  /** Applies what this process just wrote if nothing else came before it. Otherwise the next read picks it up. */
  take({ first, rows }: PutVectors): void {
    if (this.#reading !== undefined || this.#seq !== first - 1 || this.#seq === 0) return;
    for (const { id, vector } of rows) this.#mirrored.mirror.put(id, vector);
    this.#seq = first + rows.length - 1;
  }

  #start(): Promise<Mirrored> {
    const reading = this.#read().finally(() => {
      this.#reading = undefined;
    });
    this.#reading = reading;
    return reading;
  }

  async #read(): Promise<Mirrored> {
    for (;;) {
      const { seq } = await this.#readHead();
      if (seq === this.#seq) return this.#mirrored;
      if (seq > this.#seq && (await this.#catchUp(seq))) return this.#mirrored;
      // Removals that this copy missed are no longer listed, or the database is an older one. Starts over.
      this.#mirrored = createMirrored(this.#space.dimensions);
      this.#seq = 0;
    }
  }

  /** Returns false if changes may have been missed. */
  async #catchUp(head: number): Promise<boolean> {
    const { mirror } = this.#mirrored;
    const { model, dimensions } = this.#space;
    const removed = await this.#db
      .selectFrom("vector_removed")
      .select(["seq", "id"])
      .where("model", "=", model)
      .where("seq", ">", this.#seq)
      .execute();
    // Read after the removals, so that none can be dropped unnoticed in between. An empty copy has nothing to remove.
    const { forgotten } = await this.#readHead();
    if (forgotten > this.#seq && mirror.count > 0) return false;
    for (let from = this.#seq; ;) {
      // Includes vectors written after the head was read, because the rows they replaced are gone.
      const rows = await this.#db
        .selectFrom("vector_entry")
        .select(["seq", "id", "vector"])
        .where("model", "=", model)
        .where("seq", ">", from)
        .orderBy("seq")
        .limit(PAGE)
        .execute();
      // A vector that was added again after its removal is among the rows.
      for (const { id } of removed.splice(0)) mirror.remove(id);
      for (const { id, vector } of rows) mirror.put(id, fromBytes(vector, dimensions));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) break;
      from = last.seq;
      await setImmediate();
    }
    this.#seq = head;
    return true;
  }

  async #readHead(): Promise<Head> {
    const { rows } = await this.#db.executeQuery(this.#head);
    return rows[0] ?? { seq: 0, forgotten: 0 };
  }
}

export interface SqlVectorIndex extends VectorIndex {
  /** Prepares the first searches: reads the vectors and builds the cells for quick searches. */
  warm(): Promise<void>;
}

/** Maximum rows per transaction that several calls share. */
const MAX_GROUP = 1_024;
const ALIVE_MS = 60_000;

/**
 * Vectors in the store's own tables, without extensions. Searches use a copy in memory that is created at the first
 * search and brought up to date at every one.
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
        // Without cells the search looks at everything. Building them delays nobody, even if it fails.
        void cells.make().catch(() => undefined);
        return cells.nearest(checked) ?? mirror.nearest(checked);
      }),
    warm: () =>
      run(async () => {
        const { cells } = await reader.upToDate();
        // Building cells does not keep the process alive, but someone waits for it here.
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

interface Mirrored {
  readonly mirror: VectorMirror;
  readonly cells: VectorCells;
}

interface Head {
  readonly seq: number;
  readonly forgotten: number;
}

function createMirrored(dimensions: number): Mirrored {
  const mirror: VectorMirror = new VectorMirror(dimensions, (slot) => cells.change(slot));
  const cells = new VectorCells(mirror);
  return { mirror, cells };
}
