import { fail, ok, type Result } from "../result.ts";
import { hoursAfter, utcMillis } from "../time/time.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import { MAX_PATH, type RuleActor } from "../feedback/feedback.ts";
import { MAX_TITLE, type Submission, SUBMISSION_SCHEMA } from "./submission.ts";
import {
  submissionInputSchema,
  fieldProblems,
  invalidInput,
  type SubmissionProblem,
} from "./submission-input.ts";

/** How long work may wait at each gate. */
export interface GateHours {
  hoursOf(gate: string): number;
}

export interface GateHoursProblem {
  readonly code: "invalid_gate_hours";
  readonly message: string;
}

/** Of a gate that nobody named. */
const USUAL_HOURS = 8;
const NAMED_HOURS: readonly (readonly [gate: string, hours: number])[] = [
  ["Before send", 2],
  ["Before merge", 4],
  ["Before publish", 8],
];
/** Stands for every gate that is not named. */
const EVERY_OTHER = "*";
const MAX_HOURS = 8_760;

/** What holds where nothing is set. */
export const DEFAULT_GATE_HOURS: GateHours = createGateHours([]);

/**
 * Reads entries such as `Before merge=4` or `HITL-1=0.5`; `*=24` is for gates that nobody names. They come before the
 * gates known by themselves, and of two for one gate the later holds. A name's case, blanks, `-` and `_` do not count.
 */
export function parseGateHours(entries: readonly string[]): Result<GateHours, GateHoursProblem> {
  const read: (readonly [string, number])[] = [];
  for (const entry of entries) {
    const at = entry.lastIndexOf("=");
    const gate = entry.slice(0, Math.max(0, at)).trim();
    const text = entry.slice(at + 1).trim();
    const hours = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
    if (at < 1 || gate === "" || hours <= 0 || hours > MAX_HOURS) {
      const message = `expected a gate and its hours, as in "Before merge=4", with hours above 0 and up to ${MAX_HOURS}; got ${JSON.stringify(entry.slice(0, 80))}`;
      return fail({ code: "invalid_gate_hours", message });
    }
    read.push([gate, hours]);
  }
  return ok(createGateHours(read));
}

function createGateHours(entries: readonly (readonly [string, number])[]): GateHours {
  const known = new Map([...NAMED_HOURS, ...entries].map(([gate, hours]) => [gateKey(gate), hours]));
  const other = known.get(EVERY_OTHER) ?? USUAL_HOURS;
  return { hoursOf: (gate) => known.get(gateKey(gate)) ?? other };
}

/** So that `before-merge` and `Before merge` are one gate. */
function gateKey(gate: string): string {
  return gate
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ")
    .trim();
}

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
    const message = "expected the agent that did the work";
    return fail(invalidInput("invalid_submission", [{ field: "agent", message }]));
  }
  if (own !== undefined && agent !== own) {
    const message = `you can only submit the work of ${own}; omit the agent, or use that name`;
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
