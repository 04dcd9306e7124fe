import type { Transaction } from "kysely";
import { erasureActs, namesPerson, addSeq } from "../../../core/audit/erasure-act.ts";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { appendAudit } from "./append-audit.ts";
import { readEntries } from "./read-entries.ts";

interface AuditErasure {
  readonly names: readonly string[];
  readonly by: string;
  /** Erased records that named the person. */
  readonly records: number;
  /**
   * Erased cluster members. They only repeat what records contain or contained, so they are not counted as records.
   */
  readonly members: number;
  /** Tokens of the person that were revoked. */
  readonly tokens: number;
}

/**
 * Erases every body that names a person, and logs the erasure without naming them. Logs nothing if there was nothing
 * to erase. Returns how many entries were erased.
 */
export async function eraseAudit(
  transaction: Transaction<Tables>,
  { names, by, records, members, tokens }: AuditErasure,
  database: WriteContext,
): Promise<number> {
  // Prevents acts of this person from being added between the read and the commit.
  await database.dialect.lock(transaction, "audit");
  const ranges: [number, number][] = [];
  let erased = 0;
  // `ERASED_PERSON` stands for people erased earlier, not for this one.
  const people = names.filter((name) => name !== ERASED_PERSON);
  if (people.length > 0) {
    for await (const page of readEntries(transaction)) {
      for (const { seq, body } of page) {
        if (typeof body !== "string" || !people.some((name) => namesPerson(body, name))) continue;
        erased += 1;
        addSeq(ranges, seq);
      }
    }
  }
  for (const [first, last] of ranges) {
    await transaction
      .updateTable("audit")
      .set({ body: null, salt: null })
      .where("seq", ">=", first)
      .where("seq", "<=", last)
      .execute();
  }
  if (records + members + tokens + erased === 0) return 0;
  const actor = names.includes(by) ? ERASED_PERSON : by;
  for (const act of erasureActs(actor, { records, tokens }, ranges))
    await appendAudit(transaction, act, database);
  return erased;
}
