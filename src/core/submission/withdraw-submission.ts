import { keptReason } from "../text/kept-reason.ts";
import { boundedId } from "../text/bounded-text.ts";
import { fail, ok, type Result } from "../result.ts";
import { isSameName } from "../access/person-key.ts";
import type { RuleActor } from "../rule/rule.ts";
import { type SubmissionChange, whyClosed } from "./decide-submission.ts";
import type { Submission } from "./submission.ts";
import type { SubmissionProblem } from "./submission-problem.ts";

export interface WithdrawCommand {
  readonly by: RuleActor;
  readonly reason?: string;
  /** The agent that this one may speak for. */
  readonly agent?: string;
  /** Whether this one may take back what others handed in. */
  readonly anybodys?: boolean;
}

/** Takes back what waits: whoever handed it in may, its agent, and an administrator. */
export function withdrawSubmission(
  state: Submission,
  { by, reason = "", agent, anybodys = false }: WithdrawCommand,
  { now }: { readonly now: string },
): Result<SubmissionChange, SubmissionProblem> {
  const isOwn = isSameName(by.id, state.submitted_by.id) || agent === state.agent;
  if (!isOwn && !anybodys) {
    const message = "only who handed it in, or an administrator, may take it back; decide about it instead";
    return fail({ code: "not_yours", message });
  }
  const closed = whyClosed(state);
  if (closed !== undefined) return fail(closed);
  const actor = boundedId(by.id);
  const next: Submission = {
    ...state,
    revision: state.revision + 1,
    status: "withdrawn",
    withdrawal: { by: actor, time: now, reason: keptReason(reason) },
  };
  const detail = { revision: next.revision, agent: state.agent, gate: state.gate };
  return ok({ state: next, acts: [{ actor, action: "submission.withdrawn", subject: state.id, detail }] });
}
