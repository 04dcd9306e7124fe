import { sql, type Transaction } from "kysely";
import type { Submission } from "../../../core/submission/submission.ts";
import type { Submitted } from "../../../ports/submission-store.ts";
import { addEvent } from "../event/add-event.ts";
import type { NameLimits } from "../feedback/name-limits.ts";
import type { buildRecordShapes } from "../feedback/record-shapes.ts";
import { StoreError } from "../../../ports/store-error.ts";
import { hourOf } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { fromSubmissionRow, toSubmissionRow } from "./submission-row.ts";

/** So often the same work may be closed between being in the way and being looked for. */
const MAX_TRIES = 20;

/** Writes work that is not there yet, with its count and its event; the index of what waits keeps the same work out. */
export async function submitWork(
  transaction: Transaction<Tables>,
  submission: Submission,
  {
    agentHours,
    limitNames,
    now,
  }: { readonly agentHours: AgentHours; readonly limitNames: NameLimits; readonly now: () => Date },
): Promise<Submitted> {
  const row = toSubmissionRow(submission);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const added = await transaction
      .insertInto("submission")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("seq")
      .executeTakeFirst();
    if (added !== undefined) {
      const { id, agent, gate, status, revision } = row;
      const named = { agent, hour: hourOf(row.submitted_at), outcome: null, tags: [], byPerson: false };
      for (const counted of await limitNames(transaction, [named])) {
        await agentHours.run(transaction, [[counted.agent, counted.hour, 1, 0, 0, 0]]);
      }
      await addEvent(transaction, "submission.changed", { id, agent, gate, status, revision }, now);
      return { state: "new", submission };
    }
    const known = (await find("id", row.id)) ?? (await find("work", row.work));
    if (known !== undefined) return { state: "known", submission: fromSubmissionRow(known) };
  }
  throw new StoreError("store_locked", "the same work is handed in and closed all the time; try again");

  function find(column: "id" | "work", value: string) {
    const rows = transaction.selectFrom("submission").select(["header", "texts"]).where(column, "=", value);
    // Spelled out, since SQLite uses the index of what waits for nothing else.
    return (column === "id" ? rows : rows.where("status", "=", sql.lit("waiting"))).executeTakeFirst();
  }
}

type AgentHours = ReturnType<typeof buildRecordShapes>["agentHours"];
