import { ENDPOINT_DAYS, type WebhookEndpoints } from "../../../ports/webhook-endpoints.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";

const DAY_MS = 86_400_000;

export function createSqlWebhookEndpoints({ now, transact }: SqlDatabase): WebhookEndpoints {
  return {
    keep: (groups) =>
      transact(async (transaction) => {
        const time = now();
        const since = new Map<string, string>();
        // In one order, so that two who keep the same do not wait for each other.
        for (const group of [...new Set(groups)].toSorted()) {
          const row = await transaction
            .insertInto("webhook_endpoint")
            .values({ name: storedKey(group), since: time.toISOString(), seen_at: time.toISOString() })
            .onConflict((conflict) => conflict.column("name").doUpdateSet({ seen_at: time.toISOString() }))
            .returning("since")
            .executeTakeFirstOrThrow();
          since.set(group, row.since);
        }
        const before = new Date(time.getTime() - ENDPOINT_DAYS * DAY_MS).toISOString();
        const forgotten = await transaction
          .deleteFrom("webhook_endpoint")
          .where("seen_at", "<", before)
          .returning("name")
          .execute();
        const names = forgotten.map(({ name }) => name);
        if (names.length > 0) {
          await transaction.deleteFrom("event_retry").where("group_name", "in", names).execute();
          await transaction.deleteFrom("event_group").where("name", "in", names).execute();
        }
        return since;
      }),
  };
}
