import { isSameName } from "../person/person-key.ts";
import { defined } from "../defined.ts";
import { fileDiff } from "../diff/unified-diff.ts";
import type { AuditAct, Digest } from "../audit/audit-entry.ts";
import { boundedId, clipText, keptReason } from "../text/bounded-text.ts";
import { DECISION_OF_OUTCOME, type DecisionEvent } from "../feedback/decision-event.ts";
import {
  type Feedback,
  type FeedbackTarget,
  type Outcome,
  MAX_PATH,
  MAX_TAG,
  type RuleActor,
} from "../feedback/feedback.ts";
import { decisionRecord, UNNAMED_OUTPUT } from "../feedback/from-decision.ts";
import { UNSPECIFIED_GATE } from "../gate/gate.ts";
import { fail, ok, type Result } from "../result.ts";
import { isSamePerson } from "../person/people.ts";
import type { DecisionPlace, Submission, SubmissionDecision } from "./submission.ts";
import type { DecisionInput, SubmissionProblem, SubmissionProblemCode } from "./submission-input.ts";

export interface SubmissionAnswer extends DecisionInput {
  readonly by: RuleActor;
}

export interface DecisionEnvironment {
  /** UTC to the millisecond. */
  readonly now: string;
  readonly hash: Digest;
  /** The tag of a rejection without one; the built-in one by default. */
  readonly fallbackTag?: string;
}

/** A changed submission with its audit entries. */
export interface SubmissionChange {
  readonly state: Submission;
  readonly acts: readonly AuditAct[];
}

/** The same with the feedback record of the decision. */
export interface DecidedSubmission extends SubmissionChange {
  readonly feedback: Feedback;
}

/**
 * Applies a person's decision to a waiting submission, or says why it cannot. A store saves the change only over
 * this revision; otherwise the decision is made again on the newer one.
 */
export function applySubmissionAnswer(
  state: Submission,
  answer: SubmissionAnswer,
  environment: DecisionEnvironment,
): Result<DecidedSubmission, SubmissionProblem> {
  const closed = closedProblem(state);
  if (closed !== undefined) return fail(closed);
  const by = { ...answer.by, id: boundedId(answer.by.id) };
  if (by.trust !== "person") {
    return reject("not_a_person", "only a person can decide about work; log in as one");
  }
  if (isSamePerson(by.id, state.agent) || isNonPersonSubmitter(by, state)) {
    return reject("own_work", "you cannot decide about your own work; ask somebody else");
  }
  const content = readContent(state, answer, environment);
  return content.ok ? ok(decide(state, answer, content.value, environment)) : content;
}

/**
 * Whether the same person already made the same decision, so that a retry after a lost response changes nothing and
 * is no error.
 */
export function repeatsDecision(
  { output, decision }: Submission,
  answer: SubmissionAnswer,
  { fallbackTag }: Pick<DecisionEnvironment, "fallbackTag">,
): boolean {
  if (decision === undefined || decision.reviewer !== boundedId(answer.by.id)) return false;
  const edited = editedOf(output, answer);
  return (
    decision.decision === answer.decision &&
    (decision.comment ?? "") === (commentOf(answer) ?? "") &&
    JSON.stringify(decision.tags) === JSON.stringify(tagsOf(answer, fallbackTag)) &&
    decision.edited_output === (edited === output ? undefined : edited) &&
    JSON.stringify(decision.place) === JSON.stringify(placeOf(answer))
  );
}

/** Why the submission is closed, if it is. */
function closedProblem({ status, decision }: Submission): SubmissionProblem | undefined {
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

/** A person may submit their agent's work and review it; any other submitter may not. */
const isNonPersonSubmitter = (by: RuleActor, { submitted_by }: Submission): boolean =>
  submitted_by.trust !== "person" && isSamePerson(by.id, submitted_by.id);

/** The parts of a decision that depend on the work. */
interface Content {
  readonly tags: readonly string[];
  readonly comment?: string;
  readonly edited?: string;
}

function readContent(
  { output }: Submission,
  answer: SubmissionAnswer,
  { fallbackTag }: DecisionEnvironment,
): Result<Content, SubmissionProblem> {
  const comment = commentOf(answer);
  const edited = editedOf(output, answer);
  if (answer.decision === "approved_with_changes") {
    if (edited === undefined) return reject("edited_output_missing", "expected the changed text");
    if (edited === output) {
      return reject("nothing_changed", "the text is unchanged; approve it as it is, or change it");
    }
  } else if (answer.decision === "approved" && edited !== undefined && edited !== output) {
    return reject(
      "edited_output_unexpected",
      "you changed the text; approve it with changes, reject it with your changes, or leave them out",
    );
  }
  if (answer.decision === "rejected" && comment === undefined && (answer.tags ?? []).length === 0) {
    return reject(
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
  edited_output === undefined ? undefined : restoreLineEndings(edited_output, output);

const placeOf = ({ place }: SubmissionAnswer): DecisionPlace | undefined =>
  place === undefined
    ? undefined
    : {
        path: clipText(place.path, MAX_PATH),
        line: place.line,
        end_line: place.end_line ?? place.line,
      };

const commentOf = ({ comment }: SubmissionAnswer): string | undefined =>
  comment === undefined || comment.trim() === "" ? undefined : comment.trim();

/** A rejection always has a tag. */
function tagsOf(
  { decision, tags = [] }: SubmissionAnswer,
  fallbackTag = UNSPECIFIED_GATE.tag,
): readonly string[] {
  const named = [...new Set(tags.map((tag) => boundedId(tag, MAX_TAG)).filter((tag) => tag !== ""))];
  return decision === "rejected" && named.length === 0 ? [fallbackTag] : named;
}

function decide(
  state: Submission,
  answer: SubmissionAnswer,
  { tags, comment, edited }: Content,
  { now, hash }: DecisionEnvironment,
): DecidedSubmission {
  const { by, decision, duration_seconds } = answer;
  const place = placeOf(answer);
  const onlyPath = state.files?.length === 1 ? state.files[0] : undefined;
  const path = place?.path ?? onlyPath;
  const editedSha = edited === undefined ? undefined : hash(edited);
  const reviewer = boundedId(by.id);
  const event = {
    decision_id: state.id,
    gate_id: state.gate,
    // The stream requires one: the widest unit of work that is known.
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
  if (reviewer === "") throw new RangeError("expected a reviewer with a name");
  const record = decisionRecord(event, {
    now,
    ...(edited === undefined
      ? {}
      : { correctionDiff: fileDiff(onlyPath ?? UNNAMED_OUTPUT, state.output, edited) }),
    ...(path === undefined ? {} : { target: targetOf(path, place) }),
  });
  const submissionDecision: SubmissionDecision = {
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
    ...defined({ place }),
    feedback_id: record.id,
  };
  const next: Submission = {
    ...state,
    revision: state.revision + 1,
    status: "decided",
    decision: submissionDecision,
  };
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

const targetOf = (path: string, place: DecisionPlace | undefined): FeedbackTarget =>
  place === undefined
    ? { path }
    : { path, location: { type: "lines", line: place.line, end_line: place.end_line } };

/** An edit of a rejected submission is a correction, not an approved text. */
function approvedSha(decision: Outcome, output: string, edited: string | undefined): string | null {
  if (decision === "rejected") return null;
  return edited ?? (decision === "approved" ? output : null);
}

const reject = (code: SubmissionProblemCode, message: string): Result<never, SubmissionProblem> =>
  fail({ code, message });

/**
 * Restores the original's line endings: a browser returns bare line feeds, which would mark every line as changed.
 * Only if the original uses CRLF throughout and the edit has no CR.
 */
function restoreLineEndings(edited: string, original: string): string {
  if (edited.includes("\r") || !original.includes("\r\n")) return edited;
  for (let at = original.indexOf("\n"); at !== -1; at = original.indexOf("\n", at + 1)) {
    if (original[at - 1] !== "\r") return edited;
  }
  return edited.replaceAll("\n", "\r\n");
}

export interface WithdrawCommand {
  readonly by: RuleActor;
  readonly reason?: string;
  /** The agent that this caller may act for. */
  readonly agent?: string;
  /** Whether this caller may withdraw other people's submissions. */
  readonly mayWithdrawAny?: boolean;
}

/** Withdraws a waiting submission: allowed for its submitter, its agent and administrators. */
export function applyWithdrawal(
  state: Submission,
  { by, reason = "", agent, mayWithdrawAny = false }: WithdrawCommand,
  { now }: { readonly now: string },
): Result<SubmissionChange, SubmissionProblem> {
  const isOwn = isSameName(by.id, state.submitted_by.id) || agent === state.agent;
  if (!isOwn && !mayWithdrawAny) {
    const message = "only the submitter or an administrator can withdraw it; decide about it instead";
    return fail({ code: "not_yours", message });
  }
  const closed = closedProblem(state);
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
