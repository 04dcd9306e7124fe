import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** Subtracts from an author's count in a cluster, and deletes the row when it reaches zero. */
export async function takeAuthor(
  transaction: Transaction<Tables>,
  clusterId: string,
  { author, trust, count }: { readonly author: string; readonly trust: string; readonly count: number },
): Promise<void> {
  const { count: left } = await transaction
    .updateTable("cluster_author")
    .set((eb) => ({ count: eb("count", "-", count) }))
    .where("cluster_id", "=", clusterId)
    .where("author", "=", author)
    .where("trust", "=", trust)
    .returning("count")
    .executeTakeFirstOrThrow();
  if (left > 0) return;
  await transaction
    .deleteFrom("cluster_author")
    .where("cluster_id", "=", clusterId)
    .where("author", "=", author)
    .where("trust", "=", trust)
    .execute();
}

/** Subtracts from the count of an agent and day, and deletes the row when it reaches zero. */
export async function takeDay(
  transaction: Transaction<Tables>,
  clusterId: string,
  { day, agent, count }: { readonly day: string; readonly agent: string; readonly count: number },
): Promise<void> {
  const { count: left } = await transaction
    .updateTable("cluster_day")
    .set((eb) => ({ count: eb("count", "-", count) }))
    .where("cluster_id", "=", clusterId)
    .where("day", "=", day)
    .where("agent", "=", agent)
    .returning("count")
    .executeTakeFirstOrThrow();
  if (left > 0) return;
  await transaction
    .deleteFrom("cluster_day")
    .where("cluster_id", "=", clusterId)
    .where("day", "=", day)
    .where("agent", "=", agent)
    .execute();
}
