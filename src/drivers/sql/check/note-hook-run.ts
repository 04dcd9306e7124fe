import type { Transaction } from "kysely";
import { aliveSince } from "../../../core/check/enforced-rules.ts";
import type { Tables } from "../tables.ts";

/** Notes that a check ran in an agent's hook, and since when it has been alive there. */
export async function noteHookRun(
  transaction: Transaction<Tables>,
  run: { readonly check_id: string; readonly agent: string; readonly last_ran: string },
  now: Date,
): Promise<void> {
  const { check_id, agent, last_ran } = run;
  await transaction
    .insertInto("check_hook_run")
    .values(run)
    .onConflict((conflict) =>
      conflict
        .columns(["check_id", "agent"])
        .doUpdateSet({ last_ran })
        .where("check_hook_run.last_ran", "<", last_ran),
    )
    .execute();
  const own = transaction
    .selectFrom("check_hook_span")
    .where("check_id", "=", check_id)
    .where("agent", "=", agent);
  const latest = await own.select(["since", "last_ran"]).orderBy("since", "desc").limit(1).executeTakeFirst();
  const since = now.toISOString();
  if (latest === undefined || latest.last_ran < aliveSince(since)) {
    // A run that is heard of too late never made the check alive.
    if (last_ran < aliveSince(since)) return;
    await transaction
      .insertInto("check_hook_span")
      .values({ ...run, since })
      .onConflict((conflict) => conflict.columns(["check_id", "agent", "since"]).doNothing())
      .execute();
  } else if (latest.last_ran < last_ran) {
    await transaction
      .updateTable("check_hook_span")
      .set({ last_ran })
      .where("check_id", "=", check_id)
      .where("agent", "=", agent)
      .where("since", "=", latest.since)
      .execute();
  }
}
