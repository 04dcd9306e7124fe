import type { Transaction } from "kysely";
import type { DecidedSubmission, SubmissionChange } from "../../../core/submission/decide-submission.ts";
import type { Submission } from "../../../core/submission/submission.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import { toFeedbackRow } from "../feedback/feedback-row.ts";
import type { prepareRecordRows } from "../feedback/record-rows.ts";
import { affectedRows } from "../query.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { toSubmissionRow } from "./submission-row.ts";

/**
 * Saves a decision with its record, event and acts. Returns false and changes nothing if another change came first.
 */
export async function saveDecision(
  transaction: Transaction<Tables>,
  { state, feedback, acts }: DecidedSubmission,
  { recordRows, ...context }: WriteContext & { readonly recordRows: ReturnType<typeof prepareRecordRows> },
): Promise<boolean> {
  if (!(await writeSubmission(transaction, state, context.now))) return false;
  const [recorded] = await recordRows(transaction, [toFeedbackRow(feedback)], {
    ...context,
    keepsRivals: true,
  });
  if (recorded !== undefined && recorded.id !== feedback.id && state.decision !== undefined) {
    // The same feedback exists under another id, or the id belonged to another record.
    const decision = { ...state.decision, feedback_id: recorded.id };
    const { id, header } = toSubmissionRow({ ...state, decision });
    await transaction.updateTable("submission").set({ header }).where("id", "=", id).execute();
  }
  for (const act of acts) await appendAudit(transaction, act, context);
  return true;
}

export async function saveSubmission(
  transaction: Transaction<Tables>,
  { state, acts }: SubmissionChange,
  context: WriteContext,
): Promise<boolean> {
  if (!(await writeSubmission(transaction, state, context.now))) return false;
  for (const act of acts) await appendAudit(transaction, act, context);
  return true;
}

/** Updates a submission if its revision is the previous one, with its event. */
export async function writeSubmission(
  transaction: Transaction<Tables>,
  submission: Submission,
  now: () => Date,
): Promise<boolean> {
  const row = toSubmissionRow(submission);
  const { id, agent, gate, status, revision } = row;
  const updated = transaction
    .updateTable("submission")
    .set(row)
    .where("id", "=", id)
    .where("revision", "=", revision - 1);
  if ((await affectedRows(updated)) === 0) return false;
  await addEvent(transaction, "submission.changed", { id, agent, gate, status, revision }, now);
  return true;
}
