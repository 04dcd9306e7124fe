import { sql } from "kysely";
import type { SqlDatabase } from "../sql-database.ts";

/** The right of one consumer to read for its group. */
export interface Lease {
  /** How far the group has read. */
  readonly position: number;
  /** By the database's clock. */
  readonly now: number;
  /** How long it holds for certain, counted from before it was asked for. */
  readonly leftMs: number;
}

export interface GroupLease {
  /** Takes the lease, or keeps it; nothing where another consumer has it. */
  hold(): Promise<Lease | undefined>;
  /** Makes it last from now on; answers whether it was still held. */
  renew(): Promise<boolean>;
  /** Lets another consumer have it at once. */
  release(): Promise<void>;
}

export interface GroupLeaseOptions {
  readonly group: string;
  readonly owner: string;
  readonly stuckMs: number;
}

/** No lease is longer, however its consumer is set up. */
const LONGEST_MS = 60_000;

/**
 * A lease of a consumer that died ends by itself. One that ends later than any lease can was written before
 * the clock went back, and counts as over; twice the length leaves room for a clock that is only corrected.
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
    renew: async () => {
      const { numUpdatedRows } = await run(() =>
        db
          .updateTable("event_group")
          .set({ lease_until: until })
          .where("name", "=", group)
          .where("owner", "=", owner)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
    release: async () => {
      await run(() =>
        db
          .updateTable("event_group")
          .set({ owner: "", lease_until: 0 })
          .where("name", "=", group)
          .where("owner", "=", owner)
          .execute(),
      );
    },
  };
}
