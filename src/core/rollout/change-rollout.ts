import { MAX_REASON } from "../text/limits.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import { fail, ok, type Result } from "../result.ts";
import {
  createRollout,
  type RolloutPlan,
  type RolloutPlanProblem,
  type RolloutChange,
  versionKey,
  isVersionPair,
  type VersionPair,
  type RolloutRecord,
  nextSlice,
} from "./rollout.ts";
import { transition, type RolloutEvent, type TransitionProblem } from "./transition.ts";
import { isSchemaAccepted, CURRENT_VERSIONS } from "../review/version-policy.ts";
import { evaluateRollout, type RolloutDecision } from "./rollout-report.ts";
import { healthOf, type RolloutHealth } from "./rollout-health.ts";

/**
 * Whether this parser supports a version: its own schema or a later minor. Any prompt version is fine, because the
 * prompt is the caller's.
 */
const isReadable = (version: VersionPair): boolean =>
  isVersionPair(version) && isSchemaAccepted(version.schema_version, CURRENT_VERSIONS.schema_version);

export interface StartRollout extends RolloutPlan {
  readonly by: string;
  readonly reason?: string;
}

export type StartProblem =
  | RolloutPlanProblem
  | { readonly code: "parser_not_ready"; readonly message: string };

/** Plans a rollout with its first slice. The parser that reads the answers is Emend's own. */
export function planRollout(
  { by, reason = "", ...plan }: StartRollout,
  { now }: { readonly now: string },
): Result<RolloutChange, StartProblem> {
  const created = createRollout(plan);
  if (!created.ok) return created;
  const parserAccepts = [plan.baseline, plan.candidate].filter(isReadable);
  const canary = transition(created.value, { type: "start_canary", parserAccepts }, now);
  if (!canary.ok) return fail({ code: "parser_not_ready", message: UNSUPPORTED_SCHEMA });
  const startedBy = boundedId(by);
  const words = clipText(reason.trim(), MAX_REASON);
  const history = canary.value.history.map((step) => ({
    ...step,
    by: startedBy,
    ...(words === "" ? {} : { reason: words }),
  }));
  const state = { ...canary.value, history, revision: 1, startedBy, startedAt: now, updatedAt: now };
  const detail = {
    revision: 1,
    baseline: versionKey(state.baseline),
    candidate: versionKey(state.candidate),
    slice: state.slice,
  };
  return ok({ state, acts: [{ actor: startedBy, action: "rollout.started", subject: state.id, detail }] });
}

const UNSUPPORTED_SCHEMA =
  "this version of Emend does not support the candidate's schema version; upgrade it before any review uses the candidate";

/** A person's command; a reason overrides the health checks. */
export type RolloutCommand = {
  readonly by: string;
  readonly reason?: string;
} & (
  | {
      readonly type: "advance";
      /** Skipping steps requires a reason. */
      readonly slice?: number;
    }
  | { readonly type: "promote" }
  | { readonly type: "roll_back" }
);

type MoveCode = Extract<
  TransitionProblem["code"],
  "illegal_transition" | "invalid_slice" | "slice_not_wider" | "slice_incomplete"
>;

export interface RolloutProblem {
  readonly code: MoveCode | "not_healthy" | "reason_required";
  readonly message: string;
}

const ACTIONS = {
  advance: "rollout.advanced",
  promote: "rollout.promoted",
  roll_back: "rollout.rolled_back",
} as const satisfies Record<RolloutCommand["type"], string>;

/**
 * Takes the next step if the rollout is healthy, or if a person gives a reason to continue anyway. Rolling back is
 * always allowed, and only needs a reason if the health gives none.
 */
export function applyRolloutCommand(
  state: RolloutRecord,
  command: RolloutCommand,
  { now, health }: { readonly now: string; readonly health: RolloutHealth },
): Result<RolloutChange, RolloutProblem> {
  if (command.type === "advance" && state.stage === "canary" && nextSlice(state) === undefined) {
    return fail({ code: "slice_not_wider", message: "every review already uses the candidate; promote it" });
  }
  const decision = evaluateRollout(state, health);
  const givenReason = clipText((command.reason ?? "").trim(), MAX_REASON);
  const reason = givenReason === "" && command.type === "roll_back" ? measuredReason(decision) : givenReason;
  const event = eventOf(state, command, reason, health);
  const moved = transition(state, event, now);
  if (!moved.ok) {
    const { code, message } = moved.error;
    if (code === "reason_missing") return fail({ code: "reason_required", message });
    // These events fail with no other code.
    return fail({ code: code as MoveCode, message });
  }
  const against = objections(state, command, event, decision);
  if (against.length > 0 && reason === "") {
    const messages = against.map(({ message }) => message).join("; ");
    return fail({ code: "not_healthy", message: `${messages}; wait, or give a reason to continue anyway` });
  }
  const by = boundedId(command.by);
  const overrides = against.map(({ code }) => code);
  const last = moved.value.history.at(-1)!;
  const step = {
    ...last,
    by,
    ...(reason === "" ? {} : { reason }),
    ...(overrides.length === 0 ? {} : { overrides }),
  };
  const { slice, stage } = moved.value;
  const next: RolloutRecord = {
    ...state,
    ...moved.value,
    // A promoted version is judged by recent days, regardless of earlier ones.
    reviewsAtStep: stage === "promoted" ? 0 : moved.value.reviewsAtStep,
    history: [...state.history, step],
    revision: state.revision + 1,
    updatedAt: now,
  };
  const detail = {
    revision: next.revision,
    stage,
    slice,
    ...(overrides.length === 0 ? {} : { overrides }),
  };
  return ok({
    state: next,
    acts: [{ actor: by, action: ACTIONS[command.type], subject: state.id, detail }],
  });
}

function eventOf(
  state: RolloutRecord,
  command: RolloutCommand,
  reason: string,
  health: RolloutHealth,
): RolloutEvent {
  if (command.type === "promote") return { type: "promote" };
  if (command.type === "roll_back") return { type: "roll_back", reason };
  const slice = command.slice ?? nextSlice(state) ?? state.slice;
  const { reviews } = healthOf(health, state.candidate);
  return { type: "widen", slice, reviews: Math.max(reviews, state.reviewsAtStep) };
}

interface Objection {
  readonly code: string;
  readonly message: string;
}

/** Reasons against a step forward. */
function objections(
  state: RolloutRecord,
  command: RolloutCommand,
  event: RolloutEvent,
  decision: RolloutDecision,
): readonly Objection[] {
  if (command.type === "roll_back") return [];
  const expectedSlice = nextSlice(state);
  const jump: readonly Objection[] =
    event.type === "widen" && expectedSlice !== undefined && event.slice > expectedSlice
      ? [{ code: "step_left_out", message: `the next step is ${expectedSlice}, not ${event.slice}` }]
      : [];
  const allowed = command.type === "advance" ? "widen" : "promote";
  return decision.action === allowed ? jump : [...decision.reasons, ...jump];
}

const measuredReason = ({ action, reasons }: RolloutDecision): string =>
  action === "roll_back" ? reasons.map(({ message }) => message).join("; ") : "";
