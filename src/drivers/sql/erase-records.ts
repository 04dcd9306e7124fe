import type { Kysely, Transaction } from "kysely";
import { ERASED_PERSON, erasePerson } from "../../core/feedback/feedback.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import { removeFromEveryModel } from "./vector/remove-from-every-model.ts";
import { eraseAccess } from "./access/erase-access.ts";
import { eraseAudit } from "./audit/erase-audit.ts";
import { eraseChecks, eraseHits } from "./check/erase-checks.ts";
import { eraseMembers } from "./cluster/erase-members.ts";
import { eraseCorrections } from "./correction/erase-corrections.ts";
import { eraseEvaluations } from "./evaluation/erase-evaluations.ts";
import { parseFeedbackRecord, toColumns } from "./feedback/feedback-row.ts";
import { eraseLogins, markErased, namesOfPerson } from "./person/erase-logins.ts";
import { eraseRefinements } from "./refinement/erase-refinements.ts";
import { eraseRounds } from "./iteration/erase-rounds.ts";
import { eraseReminderEnds } from "./reminder/erase-reminder-ends.ts";
import { eraseRollouts } from "./rollout/erase-rollouts.ts";
import { eraseRules } from "./rule/erase-rules.ts";
import type { SqlDatabase } from "./sql-database.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { storedText } from "./stored-text.ts";
import { eraseSubmissions } from "./submission/erase-submissions.ts";
import type { Tables } from "./tables.ts";
import { eraseTrials } from "./trial/erase-trials.ts";

const BATCH = 200;

/**
 * Erases a person, under all names of their linked logins, from every table and from the audit log, ends their access
 * and removes the vectors of their words. It is one transaction that also marks the files as due for scrubbing, so
 * that a crash cannot leave the old words behind. Events only name the record, so they need no erasing. Returns how
 * many feedback records were erased.
 */
export async function eraseRecords(
  database: SqlDatabase,
  { personId, by, outside }: Erasing,
): Promise<number> {
  return database.commit(async (transaction) => {
    const person = await namesOfPerson(transaction, personId);
    const { names } = person;
    // First, in the same order as approving a rule, to avoid deadlocks.
    const logins = await eraseLogins(transaction, person, database);
    const erased: string[] = [];
    let last = 0;
    for (;;) {
      const rows = await transaction
        .selectFrom("feedback")
        .select(["seq", "record"])
        .where("author", "in", names.map(storedText))
        .where("seq", ">", last)
        .orderBy("seq")
        .limit(BATCH)
        .execute();
      for (const { seq, record } of rows) {
        const feedback = names.reduce(erasePerson, parseFeedbackRecord(record));
        const { fingerprint, author, record: after } = toColumns(feedback);
        if (after === record) continue;
        erased.push(feedback.id);
        await transaction
          .updateTable("feedback")
          .set({ fingerprint, author, record: after })
          .where("seq", "=", seq)
          .execute();
      }
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.seq ?? last;
    }
    let members = 0;
    for (const name of names) members += await eraseMembers(transaction, name, database);
    const evaluations = await eraseEvaluations(transaction, names, database.now);
    const rules = await eraseRules(transaction, names, database.now);
    const submissions = await eraseSubmissions(transaction, names, database.now);
    const actor = names.includes(by) ? ERASED_PERSON : by;
    const access = { rows: 0, tokens: 0 };
    for (const name of names) {
      const { rows, tokens } = await eraseAccess(transaction, {
        personId: name,
        by: actor,
        now: database.now,
      });
      access.rows += rows;
      access.tokens += tokens;
    }
    const rollouts = await eraseRollouts(transaction, names, database.now);
    const trials = await eraseTrials(transaction, names, database.now);
    const reminders = await eraseReminderEnds(transaction, names);
    const refinements = await eraseRefinements(transaction, names);
    const rounds = await eraseRounds(transaction, names);
    const corrections = await eraseCorrections(transaction, names);
    const checks = await eraseChecks(transaction, names, { now: database.now, corrections });
    const hits = await eraseHits(transaction, names);
    const learned = erased.length + evaluations + rules + rollouts + checks + trials;
    const kept = reminders + refinements + rounds + corrections.size + hits;
    const records = learned + access.rows + submissions + kept + logins;
    const { tokens } = access;
    const entries = await eraseAudit(transaction, { names, by, records, members, tokens }, database);
    if (records + members + tokens + entries > 0) {
      await markErased(transaction, person, database.now);
      await markScrub(transaction, 1);
    }
    await removeFromEveryModel(transaction, erased, { dialect: database.dialect, outside });
    return erased.length;
  });
}

interface Erasing {
  readonly personId: string;
  readonly by: string;
  /** Index outside the store that also holds vectors. */
  readonly outside?: Pick<VectorIndex, "remove"> | undefined;
}

/** Finishes an erasure, including one that a crash or another reader interrupted. */
export async function scrubIfDue(db: Kysely<Tables>, dialect: SqlDialect): Promise<void> {
  const due = await db
    .selectFrom("store_state")
    .select("value")
    .where("name", "=", "scrub_due")
    .executeTakeFirst();
  if (due === undefined || due.value === 0) return;
  await dialect.scrub(db);
  await db.transaction().execute((transaction) => markScrub(transaction, 0));
}

async function markScrub(transaction: Transaction<Tables>, value: number): Promise<void> {
  await transaction
    .insertInto("store_state")
    .values({ name: "scrub_due", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
