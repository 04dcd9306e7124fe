import type { RuleActor } from "../../core/feedback/feedback.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { type GateHours, readSubmission } from "../../core/submission/read-submission.ts";
import type { SubmissionInput, SubmissionProblem } from "../../core/submission/submission-input.ts";
import type { SubmissionStore, Submitted } from "../../ports/submission-store.ts";

export interface SubmitWorkParts {
  readonly submissions: Pick<SubmissionStore, "submit">;
  readonly gateHours: GateHours;
  readonly now: () => string;
  readonly hash: Digest;
  /** Returns a unique id. */
  readonly createId: () => string;
}

export interface WorkSubmitter {
  readonly by: RuleActor;
  /** The agent that this caller may act for; any agent if absent. */
  readonly agent?: string;
}

/** Submits an agent's work. Submitting the same work again, while it waits or under the same id, changes nothing. */
export const submitWork =
  ({ submissions, gateHours, now, hash, createId }: SubmitWorkParts) =>
  async (input: SubmissionInput, submitter: WorkSubmitter): Promise<Result<Submitted, SubmissionProblem>> => {
    const read = readSubmission(input, { now: now(), nonce: createId(), hash, gateHours, ...submitter });
    if (!read.ok) return read;
    const submitted = await submissions.submit(read.value);
    const { agent, gate, output_sha } = submitted.submission;
    const isSame =
      agent === read.value.agent && gate === read.value.gate && output_sha === read.value.output_sha;
    if (isSame) return ok(submitted);
    const message = "this id is already used for other work; choose another id, or none";
    return fail({ code: "id_taken", message });
  };
