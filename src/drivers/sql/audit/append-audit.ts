import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { type AuditAct, GENESIS, type SealedEntry, sealEntry } from "../../../core/audit/audit-entry.ts";
import { sha256 } from "../../crypto/sha256.ts";
import type { WriteContext } from "../sql-database.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/**
 * Appends an act in the transaction of the change it describes. The lock blocks other writers until the transaction
 * ends, so call this last: locking rows after it can deadlock with someone who holds those rows.
 */
export async function appendAudit(
  transaction: Transaction<Tables>,
  act: AuditAct,
  { dialect, now }: WriteContext,
): Promise<SealedEntry> {
  await dialect.lock(transaction, "audit");
  const last = await transaction
    .selectFrom("audit")
    .select(["seq", "hash"])
    .where("seq", ">", 0)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const entry = sealEntry(
    { ...act, action: storedText(act.action), subject: storedText(act.subject) },
    { after: last ?? GENESIS, time: now().toISOString(), salt: randomBytes(16).toString("hex") },
    sha256,
  );
  await transaction.insertInto("audit").values(entry).execute();
  return entry;
}
