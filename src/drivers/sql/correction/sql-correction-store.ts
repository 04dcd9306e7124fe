import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { updateCorrection } from "../../../core/correction/kept-correction.ts";
import type { PastCorrection } from "../../../core/correction/past-correction.ts";
import type { AddedCorrections, CorrectionQuery, CorrectionStore } from "../../../ports/correction-store.ts";
import { BatchStatement, inKeyOrder, repeatRow } from "../batch-statement.ts";
import { findFirst } from "../query.ts";
import { readTimePage } from "../read-time-page.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import {
  insertCorrections,
  lookupKey,
  parseCorrection,
  toCorrectionRow,
  toCorrectionValues,
} from "./correction-row.ts";

/** A multiple of the largest batch, so that few statements are needed. */
const PER_TRANSACTION = 512;

const TEXT_COLUMNS = ["project", "agent", "author", "path", "found", "outcome"] as const;

export function createSqlCorrectionStore({ db, dialect, now, run, transact }: SqlDatabase): CorrectionStore {
  const insert = insertCorrections(db);
  // Rows are locked in one order, so that two adders of the same corrections wait for each other and do not collide.
  const known = new BatchStatement((count) => {
    const rows = db
      .selectFrom("correction")
      .select(["seq", "document"])
      .where("id", "in", repeatRow(count, ""))
      .orderBy("id");
    return (dialect.canLockRows ? rows.forUpdate() : rows).compile();
  });

  async function addPart(
    transaction: Transaction<Tables>,
    corrections: ReadonlyMap<string, PastCorrection>,
  ): Promise<AddedCorrections> {
    const time = now().toISOString();
    const rows = inKeyOrder(corrections).map((correction) => toCorrectionRow(correction, time));
    const added = await insert.run<{ id: string }>(transaction, rows.map(toCorrectionValues));
    if (added.length === rows.length) return { new: rows.length, changed: 0, known: 0 };
    const fresh = new Set(added.map(({ id }) => id));
    const others = rows.map(({ id }) => id).filter((id) => !fresh.has(id));
    let changed = 0;
    for (const { seq, document } of await known.lookUp<Kept>(transaction, others)) {
      const kept = parseCorrection(document);
      const found = corrections.get(lookupKey(kept.id));
      const updated = found === undefined ? kept : updateCorrection(kept, found);
      if (updated === kept) continue;
      changed += 1;
      const { id: _id, time: stated, ...columns } = toCorrectionRow(updated, time);
      await transaction
        .updateTable("correction")
        .set(updated.time === undefined ? columns : { ...columns, time: stated })
        .where("seq", "=", seq)
        .execute();
    }
    return { new: fresh.size, changed, known: others.length - changed };
  }

  return {
    add: async (corrections) => {
      const total = { new: 0, changed: 0, known: 0 };
      for (const part of chunk([...byId(corrections)], PER_TRANSACTION)) {
        const added = await transact((transaction) => addPart(transaction, new Map(part)));
        total.new += added.new;
        total.changed += added.changed;
        total.known += added.known;
        // SQLite blocks this thread.
        await setImmediate();
      }
      return total;
    },
    find: (id) =>
      run(() =>
        findFirst(
          db.selectFrom("correction").select("document").where("id", "=", lookupKey(id)),
          ({ document }) => parseCorrection(document),
        ),
      ),
    list: (query) => run(() => listCorrections(db, query)),
  };
}

interface Kept {
  readonly seq: number;
  readonly document: string;
}

/** Each correction once. What is repeated in one call counts as one that was updated. */
function byId(corrections: readonly PastCorrection[]): ReadonlyMap<string, PastCorrection> {
  const found = new Map<string, PastCorrection>();
  for (const correction of corrections) {
    const key = lookupKey(correction.id);
    const first = found.get(key);
    found.set(key, first === undefined ? correction : updateCorrection(first, correction));
  }
  return found;
}

function listCorrections(db: SqlDatabase["db"], query: CorrectionQuery) {
  let rows = db.selectFrom("correction").select(["seq", "time", "document"]);
  for (const column of TEXT_COLUMNS) {
    const wanted = query[column];
    if (wanted !== undefined) rows = rows.where(column, "=", lookupKey(wanted));
  }
  if (query.withEdit === true) rows = rows.where("with_edit", "=", 1);
  const toItem = ({ document }: { readonly document: string }): PastCorrection => parseCorrection(document);
  return readTimePage({ streams: [rows], columns: ["time", "seq"], toItem }, query);
}
