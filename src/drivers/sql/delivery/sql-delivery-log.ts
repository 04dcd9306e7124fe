import { chunk } from "../../../core/chunk.ts";
import { DELIVERY_DAYS, type DeliveryLog } from "../../../ports/webhook.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";

const DAY_MS = 86_400_000;
const MAX_GROUP = 512;

export function createSqlDeliveryLog({ commit, db, now, run }: SqlDatabase): DeliveryLog {
  const forgotten = (): string => new Date(now().getTime() - DELIVERY_DAYS * DAY_MS).toISOString();
  const remember = async (ids: readonly string[]): Promise<void> => {
    // Sorted, so that concurrent writers lock rows in the same order.
    const keys = [...new Set(ids)].toSorted();
    const time = now().toISOString();
    await commit(async (transaction) => {
      await transaction.deleteFrom("delivery").where("time", "<=", forgotten()).execute();
      await transaction
        .insertInto("delivery")
        .values(keys.map((id) => ({ id, time })))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    });
  };
  const group = new GroupCommit<string, true>({
    maxRows: MAX_GROUP,
    commit: async (ids) => {
      await remember(ids);
      return ids.map(() => true);
    },
  });
  return {
    seen: (id) =>
      run(async () => {
        const kept = db.selectFrom("delivery").select("id").where("time", ">", forgotten());
        return (await kept.where("id", "=", storedKey(id)).executeTakeFirst()) !== undefined;
      }),
    remember: async (ids) => {
      for (const some of chunk(ids, MAX_GROUP)) await run(() => group.add(some.map(storedKey)));
    },
  };
}
