import type { Kysely, Transaction } from "kysely";
import type { CheckHit } from "../../../core/check/check-hit.ts";
import { takeVerdict } from "../../../core/check/judge-hit.ts";
import type { CheckReport, HitJudgement } from "../../../ports/check-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { BatchStatement, inKeyOrder, insertRows, repeatRow } from "../batch-statement.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { fromHitRow, type HitRow, toHitRow } from "./check-row.ts";
import { FigureChanges } from "./count-hits.ts";
import { noteHookRun } from "./note-hook-run.ts";

const COLUMNS = [
  "id",
  "check_id",
  "time",
  "verdict",
  "judged_by",
  "document",
] as const satisfies readonly (keyof HitRow)[];

interface Known {
  readonly seq: number;
  readonly document: string;
}

/** Adds what runs found, and takes judgements of it. */
export function createHitWriter({ db, dialect, now }: Pick<SqlDatabase, "db" | "dialect" | "now">) {
  const insert = insertRows(db, "check_hit", COLUMNS, (rows) =>
    rows.onConflict((conflict) => conflict.column("id").doNothing()).returning("id"),
  );
  const select = (from: Kysely<Tables>) => {
    const rows = from.selectFrom("check_hit").select(["seq", "document"]).orderBy("id");
    return dialect.canLockRows ? rows.forUpdate() : rows;
  };
  const known = new BatchStatement((count) => select(db).where("id", "in", repeatRow(count, "")).compile());

  async function replace(
    transaction: Transaction<Tables>,
    { seq, before, after }: { readonly seq: number; readonly before: CheckHit; readonly after: CheckHit },
    changes: FigureChanges,
  ): Promise<void> {
    const { check_id, ...row } = toHitRow(after);
    changes.judged(check_id, before, -1);
    changes.judged(check_id, after, 1);
    await transaction.updateTable("check_hit").set(row).where("seq", "=", seq).execute();
  }

  return {
    async report(transaction: Transaction<Tables>, { time, ran, hits, hook_of }: CheckReport): Promise<void> {
      const changes = new FigureChanges();
      const at = toStoredTime(time);
      for (const { check_id, files } of ran) changes.ran(storedKey(check_id), files, at);
      const byId = new Map(hits.toReversed().map((hit) => [storedKey(hit.id), hit]));
      const rows = inKeyOrder(new Map([...byId].map(([id, hit]) => [id, toHitRow(hit)])));
      const added = new Set(
        (
          await insert.run<{ id: string }>(
            transaction,
            rows.map((row) => COLUMNS.map((column) => row[column])),
          )
        ).map(({ id }) => id),
      );
      for (const { id, check_id } of rows) {
        const hit = byId.get(id);
        if (hit === undefined || !added.has(id)) continue;
        changes.fired(check_id);
        changes.judged(check_id, hit, 1);
      }
      // A line that is known may be overridden only now.
      const judged = rows.filter(({ id, verdict }) => verdict !== "" && !added.has(id)).map(({ id }) => id);
      for (const { seq, document } of await known.lookUp<Known>(transaction, judged)) {
        const before = fromHitRow({ document });
        const found = byId.get(storedKey(before.id));
        if (before.verdict !== null || found === undefined) continue;
        const { verdict, reason, judged_by } = found;
        const after = {
          ...before,
          verdict,
          ...(reason === undefined ? {} : { reason }),
          ...(judged_by === undefined ? {} : { judged_by }),
        };
        await replace(transaction, { seq, before, after }, changes);
      }
      await changes.write(transaction);
      if (hook_of === undefined) return;
      const checks = [...new Set(ran.map(({ check_id }) => storedKey(check_id)))].toSorted();
      for (const check of checks)
        await noteHookRun(transaction, { check_id: check, agent: storedKey(hook_of), last_ran: at }, now());
    },

    async judge(transaction: Transaction<Tables>, judgement: HitJudgement): Promise<boolean> {
      const row = await select(transaction).where("id", "=", storedKey(judgement.id)).executeTakeFirst();
      if (row === undefined) return false;
      const before = fromHitRow(row);
      const taken = takeVerdict(before, judgement);
      if (taken === undefined) return false;
      const changes = new FigureChanges();
      await replace(transaction, { seq: row.seq, before, after: taken.hit }, changes);
      await changes.write(transaction);
      if (taken.act !== undefined) await appendAudit(transaction, taken.act, { dialect, now });
      return true;
    },
  };
}
