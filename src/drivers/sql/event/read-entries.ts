import type { SqlDatabase } from "../sql-database.ts";
import type { DueEntry } from "./attempt-entries.ts";

/** So many may wait to be tried again; where all fail, as in an outage, the rest of the log is left alone. */
const MAX_ASIDE = 1_000;

interface AsideQuery {
  readonly group: string;
  readonly batch: number;
  /** By the database's clock. */
  readonly now: number;
  /** The longest delay. */
  readonly capMs: number;
}

/** What a group keeps aside and is due, in the order of the log; where nothing is, how soon something will be. */
export async function readAside(
  { db, run }: SqlDatabase,
  { group, batch, now, capMs }: AsideQuery,
): Promise<{ readonly entries: readonly DueEntry[]; readonly nextMs: number }> {
  const kept = db.selectFrom("event_retry").where("group_name", "=", group);
  const rows = await run(() =>
    kept
      .select(["position", "body", "attempts"])
      // What is due later than any delay reaches was put aside before the clock went back.
      .where((eb) => eb.or([eb("due_at", "<=", now), eb("due_at", ">", now + 2 * capMs)]))
      .orderBy("due_at")
      .limit(batch)
      .execute(),
  );
  if (rows.length === 0) {
    const next = await run(() => kept.select(({ fn }) => fn.min("due_at").as("due")).executeTakeFirst());
    return { entries: [], nextMs: Math.max(1, (next?.due ?? Number.POSITIVE_INFINITY) - now) };
  }
  const entries = rows
    .map(({ position, body, attempts }) => ({ position, body, attempt: attempts + 1, isAside: true }))
    .toSorted((a, b) => a.position - b.position);
  return { entries, nextMs: 0 };
}

/** What a group has not read yet, in order. */
export async function readFresh(
  { db, run }: SqlDatabase,
  { group, batch, after }: { readonly group: string; readonly batch: number; readonly after: number },
): Promise<readonly DueEntry[]> {
  const rows = await run(() =>
    db
      .selectFrom("event")
      .select(["position", "body"])
      .where("position", ">", after)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("event_retry")
              .select("event_retry.position")
              .where("group_name", "=", group)
              .limit(1)
              .offset(MAX_ASIDE - 1),
          ),
        ),
      )
      .orderBy("position")
      .limit(batch)
      .execute(),
  );
  return rows.map((row) => ({ ...row, attempt: 1, isAside: false }));
}
