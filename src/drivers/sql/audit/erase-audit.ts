import type { Transaction } from "kysely";
import { erasureActs, namesPerson, addSeq } from "../../../core/audit/erasure-act.ts";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import type { Surroundings } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { appendAudit } from "./append-audit.ts";
import { readEntries } from "./read-entries.ts";

interface AuditErasure {
  readonly names: readonly string[];
  readonly by: string;
  /** How many records that named them were erased in this transaction. */
  readonly records: number;
  /** How many members of clusters; they repeat what records say, or said before they were deleted. */
  readonly members: number;
  /** How many tokens of theirs were revoked. */
  readonly tokens: number;
}

/**
 * Erases every body that names a person, and says so in the log without saying whom; nothing is said where there was
 * nothing to erase. Answers how many entries it erased.
 */
export async function eraseAudit(
  transaction: Transaction<Tables>,
  { names, by, records, members, tokens }: AuditErasure,
  database: Surroundings,
): Promise<number> {
  // Nobody can add an act of this person between the reading and the end of the transaction.
  await database.dialect.lock(transaction, "audit");
  const ranges: [number, number][] = [];
  let erased = 0;
  // The name for those who are erased already is nobody's.
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
