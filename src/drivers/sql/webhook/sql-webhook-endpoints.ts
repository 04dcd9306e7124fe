import { ENDPOINT_DAYS, type WebhookEndpoints } from "../../../ports/webhook.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";

const DAY_MS = 86_400_000;

export function createSqlWebhookEndpoints({ now, transact }: SqlDatabase): WebhookEndpoints {
  return {
    keep: (groups) =>
      transact(async (transaction) => {
        const time = now();
        const names = new Map(groups.map((group) => [storedKey(group), group]));
        // Sorted, so that concurrent writers lock rows in the same order.
        for (const name of [...names.keys()].toSorted()) {
          await transaction
            .updateTable("webhook_endpoint")
            .set({ seen_at: time.toISOString() })
            .where("name", "=", name)
            .execute();
        }
        const before = new Date(time.getTime() - ENDPOINT_DAYS * DAY_MS).toISOString();
        await transaction.deleteFrom("webhook_endpoint").where("seen_at", "<", before).execute();
        const rows = await transaction.selectFrom("webhook_endpoint").select(["name", "since"]).execute();
        return new Map(rows.map(({ name, since }) => [names.get(name) ?? name, since]));
      }),
    begin: (group, position, instead) =>
      transact(async (transaction) => {
        const seen_at = now().toISOString();
        await transaction
          .insertInto("webhook_endpoint")
          .values({ name: storedKey(group), since: position, seen_at })
          .onConflict((conflict) =>
            conflict
              .column("name")
              .doUpdateSet({ since: position, seen_at })
              .where("webhook_endpoint.since", "=", instead ?? position),
          )
          .execute();
      }),
  };
}
