import type { Backlog } from "../../../ports/event-log.ts";
import type { SqlDatabase } from "../sql-database.ts";

/**
 * By positions alone, since they have no gaps; only what failed is counted. What other processes have in hand
 * counts as waiting until they answer: to know it would cost a write for every batch.
 */
export async function readBacklog({ db }: SqlDatabase, group: string, inHand: number): Promise<Backlog> {
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("event")
        .select(({ fn }) => fn.max("position").as("newest"))
        .as("newest"),
      eb
        .selectFrom("event")
        .select(({ fn }) => fn.min("position").as("oldest"))
        .as("oldest"),
      eb.selectFrom("event_group").select("position").where("name", "=", group).as("position"),
      eb
        .selectFrom("event_retry")
        .select(({ fn }) => fn.countAll<number>().as("aside"))
        .where("group_name", "=", group)
        .where("attempts", ">", 0)
        .as("aside"),
      eb
        .selectFrom("event_retry")
        .select(({ fn }) => fn.countAll<number>().as("replayed"))
        .where("group_name", "=", group)
        .where("attempts", "=", 0)
        .as("replayed"),
      eb
        .selectFrom("event_dead")
        .select(({ fn }) => fn.countAll<number>().as("dead"))
        .where("group_name", "=", group)
        .as("dead"),
    ])
    .executeTakeFirstOrThrow();
  const { newest, oldest, position, aside, replayed, dead } = counts;
  const unread = newest === null ? 0 : newest - Math.max(position ?? 0, (oldest ?? 1) - 1);
  const untried = unread + (replayed ?? 0);
  const held = Math.min(untried, inHand);
  return { waiting: untried - held, pending: (aside ?? 0) + held, dead: dead ?? 0 };
}
