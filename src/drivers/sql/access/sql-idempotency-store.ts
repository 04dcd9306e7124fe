import type { Kysely } from "kysely";
import {
  IDEMPOTENCY_HOURS,
  type IdempotencyClaim,
  type IdempotencyKey,
  type IdempotencyState,
  type IdempotencyStore,
  TAKE_OVER_SECONDS,
} from "../../../ports/access-store.ts";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { affectedRows } from "../query.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { fromAnswerText, idempotencyId, toAnswerText } from "./idempotency-row.ts";

const MAX_GROUP = 256;
const MAX_TRIES = 20;

interface BeginRow {
  readonly id: string;
  readonly principal: string;
  readonly request_hash: string;
  readonly begun_at: string;
}

interface FinishRow {
  readonly id: string;
  readonly begun_at: string;
  readonly answer: string;
}

/**
 * Begins that arrive together share a commit, and so do finishes. Each locks its rows in key order and looks at
 * existing requests outside the transaction, so that no writer waits for two others.
 */
export function createSqlIdempotencyStore({ commit, db, run }: SqlDatabase): IdempotencyStore {
  const inGroup = <Row extends { readonly id: string }>(
    write: (db: Kysely<Tables>, rows: readonly Row[]) => Promise<ReadonlySet<Row>>,
  ) =>
    new GroupCommit<Row, boolean>({
      maxRows: MAX_GROUP,
      commit: async (rows) => {
        const sorted = rows.toSorted((a, b) => byCodeUnits(a.id, b.id));
        const written = await commit((transaction) => write(transaction, sorted));
        return rows.map((row) => written.has(row));
      },
    });
  const beginnings = inGroup(insertAll);
  const endings = inGroup(finishAll);
  return {
    begin: (key, requestHash, now) =>
      run(async () => {
        const row: BeginRow = {
          id: idempotencyId(key),
          principal: storedKey(key.principal),
          request_hash: storedKey(requestHash),
          begun_at: now,
        };
        for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
          const [added] = await beginnings.add([row]);
          const state = added === true ? begun(key, now) : await resume(db, key, row);
          if (state !== undefined) return state;
        }
        // Others keep starting and abandoning this request, so one of them owns it.
        return { state: "running" };
      }),
    finish: (claim, answer) =>
      run(async () => {
        const ending = { id: idempotencyId(claim), begun_at: claim.begun_at, answer: toAnswerText(answer) };
        const [finished] = await endings.add([ending]);
        return finished === true;
      }),
    abandon: (claim) => run(() => abandon(db, claim)),
    forgetExpired: (now) =>
      run(() =>
        affectedRows(
          db.deleteFrom("idempotency").where("begun_at", "<=", before(now, IDEMPOTENCY_HOURS * 3_600)),
        ),
      ),
  };
}

/** Inserts the rows, and returns those that were new. */
async function insertAll(db: Kysely<Tables>, rows: readonly BeginRow[]): Promise<ReadonlySet<BeginRow>> {
  const first = new Map<string, BeginRow>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  const added = await db
    .insertInto("idempotency")
    .values([...first.values()])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return new Set(added.map(({ id }) => first.get(id)!));
}

/** Stores the answers of requests that are still running, and returns those. */
async function finishAll(db: Kysely<Tables>, rows: readonly FinishRow[]): Promise<ReadonlySet<FinishRow>> {
  const finished = new Set<FinishRow>();
  for (const row of rows) {
    const updated = db
      .updateTable("idempotency")
      .set({ answer: row.answer })
      .where("id", "=", row.id)
      .where("begun_at", "=", row.begun_at)
      .where("answer", "is", null);
    if ((await affectedRows(updated)) > 0) finished.add(row);
  }
  return finished;
}

/** The state of a request that was begun before, taken over if it was given up. Undefined if it has just changed. */
async function resume(
  db: Kysely<Tables>,
  key: IdempotencyKey,
  { id, request_hash, begun_at: now }: BeginRow,
): Promise<IdempotencyState | undefined> {
  const row = await db
    .selectFrom("idempotency")
    .select(["request_hash", "begun_at", "answer"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isExpired = row.begun_at <= before(now, IDEMPOTENCY_HOURS * 3_600);
  if (!isExpired) {
    if (row.request_hash !== request_hash) return { state: "other_request" };
    if (row.answer !== null) return { state: "done", ...fromAnswerText(row.answer) };
    if (row.begun_at > before(now, TAKE_OVER_SECONDS)) return { state: "running" };
  }
  let takeover = db
    .updateTable("idempotency")
    .set({ request_hash, begun_at: now, answer: null })
    .where("id", "=", id)
    .where("begun_at", "=", row.begun_at);
  if (!isExpired) takeover = takeover.where("answer", "is", null);
  return (await affectedRows(takeover)) > 0 ? begun(key, now) : undefined;
}

async function abandon(db: Kysely<Tables>, claim: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom("idempotency")
    .where("id", "=", idempotencyId(claim))
    .where("begun_at", "=", claim.begun_at)
    .where("answer", "is", null)
    .execute();
}

const begun = ({ principal, key }: IdempotencyKey, now: string): IdempotencyState => ({
  state: "new",
  claim: { principal, key, begun_at: now },
});

const before = (now: string, seconds: number): string =>
  new Date(Date.parse(now) - seconds * 1_000).toISOString();
