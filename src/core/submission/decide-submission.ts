import { isSameName } from "../person/person-key.ts";
import { defined } from "../defined.ts";
import { fileDiff } from "../diff/unified-diff.ts";
import type { AuditAct, Digest } from "../audit/audit-entry.ts";
import { boundedId, keptReason } from "../text/bounded-text.ts";
import { DECISION_OF_OUTCOME, type DecisionEvent } from "../feedback/decision-event.ts";
import { type Feedback, type Outcome, MAX_TAG, type RuleActor } from "../feedback/feedback.ts";
import { fromDecision } from "../feedback/from-decision.ts";
import { UNSPECIFIED_GATE } from "../gate/gate.ts";
import { fail, ok, type Result } from "../result.ts";
import { isSamePerson } from "../person/people.ts";
import type { Submission, SubmissionDecision } from "./submission.ts";
import type { DecisionInput, SubmissionProblem, SubmissionProblemCode } from "./submission-input.ts";

export interface SubmissionAnswer extends DecisionInput {
  readonly by: RuleActor;
}

export interface DecisionSurroundings {
  /** UTC to the millisecond. */
  readonly now: string;
  readonly hash: Digest;
  /** The tag of a rejection that names none; the built-in one when left out. */
  readonly fallbackTag?: string;
}

/** A submission after a change, and what the audit log says about it. */
export interface SubmissionChange {
  readonly state: Submission;
  readonly acts: readonly AuditAct[];
}

/** The same with the record that a decision became. */
export interface DecidedSubmission extends SubmissionChange {
  readonly feedback: Feedback;
}

/**
 * What a person's answer makes of a submission that waits, or why it cannot be. A store saves the change only over the
 * revision given here; where another came first it is decided again on what that one left.
 */
export function applySubmissionAnswer(
  state: Submission,
  answer: SubmissionAnswer,
  surroundings: DecisionSurroundings,
): Result<DecidedSubmission, SubmissionProblem> {
  const closed = whyClosed(state);
  if (closed !== undefined) return fail(closed);
  const by = { ...answer.by, id: boundedId(answer.by.id) };
  if (by.trust !== "person") {
    return refuse("not_a_person", "only a person can decide about work; log in as one");
  }
  if (isSamePerson(by.id, state.agent) || isOtherwiseSubmitter(by, state)) {
    return refuse("own_work", "you cannot decide about your own work; ask somebody else");
  }
  const content = readContent(state, answer, surroundings);
  return content.ok ? ok(decide(state, answer, content.value, surroundings)) : content;
}

/**
 * Whether an answer is the one that the submission has: the same person said the same about the same work, so that
 * telling it again, after an answer that was lost, changes nothing and is no mistake.
 */
export function repeatsDecision(
  { output, decision }: Submission,
  answer: SubmissionAnswer,
  { fallbackTag }: Pick<DecisionSurroundings, "fallbackTag">,
): boolean {
  if (decision === undefined || decision.reviewer !== boundedId(answer.by.id)) return false;
  const edited = editedOf(output, answer);
  return (
    decision.decision === answer.decision &&
    (decision.comment ?? "") === (commentOf(answer) ?? "") &&
    JSON.stringify(decision.tags) === JSON.stringify(tagsOf(answer, fallbackTag)) &&
    decision.edited_output === (edited === output ? undefined : edited)
  );
}

/** Why nothing can be decided or taken back any more. */
function whyClosed({ status, decision }: Submission): SubmissionProblem | undefined {
  if (status === "withdrawn") {
    return { code: "withdrawn", message: "it was withdrawn; there is nothing to decide" };
  }
  if (decision === undefined) return undefined;
  const { reviewer, time } = decision;
  const message = `already decided: ${reviewer} ${WORDS[decision.decision]} at ${time}`;
  return { code: "already_decided", message };
}

const WORDS = {
  approved: "approved it",
  rejected: "rejected it",
  approved_with_changes: "approved it with changes",
} as const satisfies Record<Outcome, string>;

/** A person may hand in what an agent of theirs made, and look at it; whatever else handed it in is no reviewer. */
const isOtherwiseSubmitter = (by: RuleActor, { submitted_by }: Submission): boolean =>
  submitted_by.trust !== "person" && isSamePerson(by.id, submitted_by.id);

/** What of an answer depends on the work. */
interface Content {
  readonly tags: readonly string[];
  readonly comment?: string;
  readonly edited?: string;
}

function readContent(
  { output }: Submission,
  answer: SubmissionAnswer,
  { fallbackTag }: DecisionSurroundings,
): Result<Content, SubmissionProblem> {
  const comment = commentOf(answer);
  const edited = editedOf(output, answer);
  if (answer.decision === "approved_with_changes") {
    if (edited === undefined) return refuse("edited_output_missing", "expected the changed text");
    if (edited === output) {
      return refuse("nothing_changed", "the text is unchanged; approve it as it is, or change it");
    }
  } else if (answer.decision === "approved" && edited !== undefined && edited !== output) {
    return refuse(
      "edited_output_unexpected",
      "you changed the text; approve it with changes, reject it with your changes, or leave them out",
    );
  }
  if (answer.decision === "rejected" && comment === undefined && (answer.tags ?? []).length === 0) {
    return refuse(
      "comment_or_tag_missing",
      "expected a comment or a tag, so that the agent knows what is wrong",
    );
  }
  return ok({
    tags: tagsOf(answer, fallbackTag),
    ...defined({ comment }),
    ...(edited === undefined || edited === output ? {} : { edited }),
  });
}

const editedOf = (output: string, { edited_output }: SubmissionAnswer): string | undefined =>
  edited_output === undefined ? undefined : keepLineEnds(edited_output, output);

const commentOf = ({ comment }: SubmissionAnswer): string | undefined =>
  comment === undefined || comment.trim() === "" ? undefined : comment.trim();

/** No rejection goes out without a tag. */
function tagsOf(
  { decision, tags = [] }: SubmissionAnswer,
  fallbackTag = UNSPECIFIED_GATE.tag,
): readonly string[] {
  const named = [...new Set(tags.map((tag) => boundedId(tag, MAX_TAG)).filter((tag) => tag !== ""))];
  return decision === "rejected" && named.length === 0 ? [fallbackTag] : named;
}

function decide(
  state: Submission,
  { by, decision, duration_seconds }: SubmissionAnswer,
  { tags, comment, edited }: Content,
  { now, hash }: DecisionSurroundings,
): DecidedSubmission {
  const path = state.files?.length === 1 ? state.files[0] : undefined;
  const editedSha = edited === undefined ? undefined : hash(edited);
  const reviewer = boundedId(by.id);
  const event = {
    decision_id: state.id,
    gate_id: state.gate,
    // The stream's form asks for one: the widest piece of work that is known.
    epic_id: state.epic ?? state.task ?? state.run ?? state.id,
    task_id: state.task ?? null,
    decision: DECISION_OF_OUTCOME[decision],
    reviewer_id: reviewer,
    timestamp: now,
    review_duration_seconds: duration_seconds,
    agent_output_sha: state.output_sha,
    approved_output_sha: approvedSha(decision, state.output_sha, editedSha),
    correction_diff_path: null,
    reviewer_comment: comment ?? null,
    tags: [...tags],
    agent: state.agent,
    ...defined({ run_id: state.run }),
  } satisfies DecisionEvent;
  const { feedback } = fromDecision(event, {
    now,
    ...(edited === undefined ? {} : { correctionDiff: fileDiff(path ?? "output", state.output, edited) }),
    ...(path === undefined ? {} : { target: { path } }),
  });
  const record = feedback[0];
  if (record === undefined)
    throw new RangeError("expected a reviewer with a name, and now as an RFC 3339 date-time");
  const made: SubmissionDecision = {
    decision_id: state.id,
    decision,
    reviewer,
    time: record.time,
    duration_seconds,
    tags: record.tags,
    ...defined({ comment }),
    ...(edited === undefined || editedSha === undefined
      ? {}
      : { edited_output: edited, edited_sha: editedSha }),
    ...(record.correction?.diff === undefined ? {} : { diff: record.correction.diff }),
    feedback_id: record.id,
  };
  const next: Submission = { ...state, revision: state.revision + 1, status: "decided", decision: made };
  const act: AuditAct = {
    actor: reviewer,
    action: `submission.${decision}`,
    subject: state.id,
    detail: {
      revision: next.revision,
      agent: state.agent,
      gate: state.gate,
      tags: record.tags,
      feedback_id: record.id,
      duration_seconds,
    },
  };
  return { state: next, feedback: record, acts: [act] };
}

/** An edit that comes with a rejection is a correction, not an approved text. */
function approvedSha(decision: Outcome, output: string, edited: string | undefined): string | null {
  if (decision === "rejected") return null;
  return edited ?? (decision === "approved" ? output : null);
}

const refuse = (code: SubmissionProblemCode, message: string): Result<never, SubmissionProblem> =>
  fail({ code, message });

/**
 * The text with the line ends of the one it was made from: what is edited in a browser comes back with bare line feeds,
 * and every line would count as changed. Only where all lines of the original end alike and no line of the text does so.
 */
function keepLineEnds(edited: string, original: string): string {
  if (edited.includes("\r") || !original.includes("\r\n")) return edited;
  for (let at = original.indexOf("\n"); at !== -1; at = original.indexOf("\n", at + 1)) {
    if (original[at - 1] !== "\r") return edited;
  }
  return edited.replaceAll("\n", "\r\n");
}

export interface WithdrawCommand {
  readonly by: RuleActor;
  readonly reason?: string;
  /** The agent that this one may speak for. */
  readonly agent?: string;
  /** Whether this one may take back what others handed in. */
  readonly anybodys?: boolean;
}

/** Takes back what waits: whoever handed it in may, its agent, and an administrator. */
export function applyWithdrawal(
  state: Submission,
  { by, reason = "", agent, anybodys = false }: WithdrawCommand,
  { now }: { readonly now: string },
): Result<SubmissionChange, SubmissionProblem> {
  const isOwn = isSameName(by.id, state.submitted_by.id) || agent === state.agent;
  if (!isOwn && !anybodys) {
    const message = "only the submitter or an administrator can withdraw it; decide about it instead";
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
