import { fail, ok, type Result } from "../result.ts";
import { hoursAfter, utcMillis } from "../time/time.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import { MAX_PATH, type RuleActor } from "../feedback/feedback.ts";
import { defined } from "../defined.ts";
import { MAX_CONTEXT, MAX_TITLE, type Submission, SUBMISSION_SCHEMA } from "./submission.ts";
import type { SubmissionInput, SubmissionProblem } from "./submission-input.ts";

/** How long work may wait at a gate. */
export interface GateHours {
  hoursOf(gate: string): number;
}

export interface GateHoursProblem {
  readonly code: "invalid_gate_hours";
  readonly message: string;
}

/** The default. */
const DEFAULT_HOURS = 8;
const NAMED_HOURS: readonly (readonly [gate: string, hours: number])[] = [
  ["Before send", 2],
  ["Before merge", 4],
  ["Before publish", 8],
];
/** The entry for all other gates. */
const WILDCARD = "*";
const MAX_HOURS = 8_760;

export const DEFAULT_GATE_HOURS: GateHours = createGateHours([]);

/**
 * Parses entries such as `Before merge=4` or `HITL-1=0.5`; `*=24` is for all other gates. They override the built-
 * in ones, and the last entry for a gate wins. Case, spaces, `-` and `_` in names are ignored.
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
  const other = known.get(WILDCARD) ?? DEFAULT_HOURS;
  return { hoursOf: (gate) => known.get(gateKey(gate)) ?? other };
}

/** Makes `before-merge` and `Before merge` one gate. */
function gateKey(gate: string): string {
  return gate
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ")
    .trim();
}

export interface SubmissionContext {
  readonly now: string;
  /** Unique; makes the id of a submission that has none of its own. */
  readonly nonce: string;
  readonly hash: Digest;
  readonly gateHours: GateHours;
  /** The submitter. */
  readonly by: RuleActor;
  /** The agent that this caller may act for; any agent if absent. */
  readonly agent?: string;
}

/**
 * Makes a submission, or reports what is wrong with it. Names are cut to what every store can hold; the output is
 * kept exactly. Throws a RangeError if `now` is invalid, which is a caller's bug.
 */
export function readSubmission(
  input: SubmissionInput,
  context: SubmissionContext,
): Result<Submission, SubmissionProblem> {
  const own = context.agent === undefined ? undefined : boundedId(context.agent);
  const agent = input.agent === undefined ? own : boundedId(input.agent);
  if (agent === undefined || agent === "") {
    const message = "expected the agent that did the work";
    const fields = [{ field: "agent", message }];
    return fail({ code: "invalid_submission", message: `agent: ${message}`, fields });
  }
  if (own !== undefined && agent !== own) {
    const message = `you can only submit the work of ${own}; omit the agent, or use that name`;
    return fail({ code: "not_your_agent", message });
  }
  const now = utcMillis(context.now)?.time;
  if (now === undefined)
    throw new RangeError("now must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z");
  const gate = boundedId(input.gate);
  const { run, task, epic, context: note = "", url } = input;
  return ok({
    schema: SUBMISSION_SCHEMA,
    id: idOf(input.id === undefined ? [context.nonce] : [agent, input.id], context.hash),
    revision: 1,
    status: "waiting",
    agent,
    gate,
    title: clipText(input.title.replaceAll(/\s+/g, " "), MAX_TITLE),
    format: input.format ?? "text",
    output: input.output,
    output_sha: context.hash(input.output),
    submitted_by: { id: boundedId(context.by.id), trust: context.by.trust },
    submitted_at: now,
    due_at: hoursAfter(now, context.gateHours.hoursOf(gate)),
    ...(run === undefined ? {} : { run: boundedId(run) }),
    ...(task === undefined ? {} : { task: boundedId(task) }),
    ...(epic === undefined ? {} : { epic: boundedId(epic) }),
    ...(input.files === undefined || input.files.length === 0
      ? {}
      : { files: [...new Set(input.files.map((path) => clipText(path, MAX_PATH)))] }),
    ...(note === "" ? {} : { context: clipText(note, MAX_CONTEXT) }),
    ...defined({ url }),
  });
}

const idOf = (parts: readonly string[], hash: Digest): string =>
  `sb_${hash(JSON.stringify(parts)).slice(0, 32)}`;

/** Identifies the same work, as long as one of the submissions is waiting. */
export const workKey = ({ agent, gate, run, task, epic, output_sha }: Submission, hash: Digest): string =>
  hash(JSON.stringify([agent, gate, run ?? null, task ?? null, epic ?? null, output_sha])).slice(0, 32);
