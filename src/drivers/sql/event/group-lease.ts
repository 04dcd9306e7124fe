import { sql } from "kysely";
import { affectedRows } from "../query.ts";
import type { SqlDatabase } from "../sql-database.ts";

/** One consumer's right to read for its group. */
export interface Lease {
  readonly position: number;
  /** By the database's clock. */
  readonly now: number;
  /** How long it is certain to last, measured from before the request. */
  readonly leftMs: number;
}

export interface GroupLease {
  /** Takes or keeps the lease. Returns undefined if another consumer has it. */
  hold(): Promise<Lease | undefined>;
  /** Extends the lease, and returns whether it was still held. */
  renew(): Promise<boolean>;
  /** Releases the lease, so that another consumer can take it at once. */
  release(): Promise<void>;
}

export interface GroupLeaseOptions {
  readonly group: string;
  readonly owner: string;
  readonly stuckMs: number;
}

/** Lower bound for the latest plausible end of a lease, whatever its consumer's settings. */
const LONGEST_MS = 60_000;

/**
 * A dead consumer's lease expires by itself. A lease that ends implausibly late was written before the clock was set
 * back and is treated as expired. Twice the length tolerates small clock corrections.
 */
export function createGroupLease(
  { db, dialect, run, transact }: SqlDatabase,
  { group, owner, stuckMs }: GroupLeaseOptions,
): GroupLease {
  const until = sql<number>`${dialect.clock} + ${sql.lit(stuckMs)}`;
  const longestMs = Math.max(2 * stuckMs, LONGEST_MS);
  const tooFar = sql<number>`${dialect.clock} + ${sql.lit(longestMs)}`;

  const read = () =>
    run(() =>
      db
        .selectFrom("event_group")
        .select(["position", "owner", "lease_until", dialect.clock.as("now")])
        .where("name", "=", group)
        .executeTakeFirst(),
    );

  const claim = () =>
    transact(async (transaction) => {
      await transaction
        .insertInto("event_group")
        .values({ name: group, position: 0, owner: "", lease_until: 0 })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return transaction
        .updateTable("event_group")
        .set({ owner, lease_until: until })
        .where("name", "=", group)
        .where((eb) =>
          eb.or([
            eb("owner", "=", owner),
            eb("lease_until", "<=", dialect.clock),
            eb("lease_until", ">", tooFar),
          ]),
        )
        .returning(["position", dialect.clock.as("now")])
        .executeTakeFirst();
    });

  const own = db.updateTable("event_group").where("name", "=", group).where("owner", "=", owner);

  return {
    hold: async () => {
      const found = await read();
      if (found !== undefined) {
        const leftMs = found.lease_until - found.now;
        if (found.owner === owner && leftMs > stuckMs / 2 && leftMs <= stuckMs) {
          return { position: found.position, now: found.now, leftMs };
        }
        if (found.owner !== owner && leftMs > 0 && leftMs <= longestMs) return undefined;
      }
      const claimed = await claim();
      return claimed === undefined ? undefined : { ...claimed, leftMs: stuckMs };
    },
    renew: async () => (await run(() => affectedRows(own.set({ lease_until: until })))) > 0,
    release: async () => {
      await run(() => own.set({ owner: "", lease_until: 0 }).execute());
    },
  };
}
