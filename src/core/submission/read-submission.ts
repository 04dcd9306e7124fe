import { hoursAfter } from "../time/hours-after.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import { MAX_PATH } from "../feedback/limits.ts";
import { fail, ok, type Result } from "../result.ts";
import type { RuleActor } from "../rule/rule.ts";
import { utcMillis } from "../time/utc-millis.ts";
import type { GateHours } from "./gate-hours.ts";
import { MAX_TITLE } from "./limits.ts";
import { type Submission, SUBMISSION_SCHEMA } from "./submission.ts";
import { submissionInputSchema } from "./submission-input.ts";
import { fieldProblems, invalidInput, type SubmissionProblem } from "./submission-problem.ts";

export interface SubmissionContext {
  readonly now: string;
  /** Never given twice; makes the id of a submission whose agent has none for it. */
  readonly nonce: string;
  readonly hash: Digest;
  readonly gateHours: GateHours;
  /** Who hands it in. */
  readonly by: RuleActor;
  /** The agent that this one may speak for; every agent when left out. */
  readonly agent?: string;
}

/**
 * A submission of what an agent hands in, or which fields of it are not as they should be. Names are kept as every
 * store can hold them; the output is kept to the letter. Throws a RangeError where `now` is no time, which only a
 * caller's bug can cause.
 */
export function readSubmission(
  input: unknown,
  context: SubmissionContext,
): Result<Submission, SubmissionProblem> {
  const parsed = submissionInputSchema.safeParse(input);
  if (!parsed.success) return fail(invalidInput("invalid_submission", fieldProblems(parsed.error)));
  const { data } = parsed;
  const own = context.agent === undefined ? undefined : boundedId(context.agent);
  const agent = data.agent === undefined ? own : boundedId(data.agent);
  if (agent === undefined || agent === "") {
    const message = "name the agent that did the work";
    return fail(invalidInput("invalid_submission", [{ field: "agent", message }]));
  }
  if (own !== undefined && agent !== own) {
    const message = `you may hand in the work of ${own} only; leave the agent out, or name that one`;
    return fail({ code: "not_your_agent", message });
  }
  const now = utcMillis(context.now)?.time;
  if (now === undefined)
    throw new RangeError("now must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z");
  const gate = boundedId(data.gate);
  const { run, task, epic } = data;
  return ok({
    schema: SUBMISSION_SCHEMA,
    id: idOf(data.id === undefined ? [context.nonce] : [agent, data.id], context.hash),
    revision: 1,
    status: "waiting",
    agent,
    gate,
    title: clipText(data.title.replaceAll(/\s+/g, " "), MAX_TITLE),
    format: data.format,
    output: data.output,
    output_sha: context.hash(data.output),
    submitted_by: { id: boundedId(context.by.id), trust: context.by.trust },
    submitted_at: now,
    due_at: hoursAfter(now, context.gateHours.hoursOf(gate)),
    ...(run === undefined ? {} : { run: boundedId(run) }),
    ...(task === undefined ? {} : { task: boundedId(task) }),
    ...(epic === undefined ? {} : { epic: boundedId(epic) }),
    ...(data.files === undefined || data.files.length === 0
      ? {}
      : { files: [...new Set(data.files.map((path) => clipText(path, MAX_PATH)))] }),
  });
}

const idOf = (parts: readonly string[], hash: Digest): string =>
  `sb_${hash(JSON.stringify(parts)).slice(0, 32)}`;

/** What makes two submissions the same work, as long as one of them waits. */
export const workKey = ({ agent, gate, run, task, epic, output_sha }: Submission, hash: Digest): string =>
  hash(JSON.stringify([agent, gate, run ?? null, task ?? null, epic ?? null, output_sha])).slice(0, 32);
