import type { Submission } from "../../src/core/submission/submission.ts";
import type { SubmissionQuery, SubmissionStore } from "../../src/ports/submission-store.ts";

/** Hands in one after the other. */
export async function submitAll(submissions: SubmissionStore, given: readonly Submission[]): Promise<void> {
  for (const one of given) await submissions.submit(one);
}

/** The ids of a list, the first due first unless it asks for another order. */
export const listIds = async (
  submissions: SubmissionStore,
  query: Partial<SubmissionQuery>,
): Promise<readonly string[]> =>
  (await submissions.list({ order: "due", limit: 500, ...query })).items.map(({ id }) => id);
