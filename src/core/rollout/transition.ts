import { fail, ok, type Result } from "../result.ts";
import {
  type Rollout,
  type RolloutStage,
  type RolloutTransition,
  nextSlice,
  isSameVersion,
  type VersionPair,
} from "./rollout.ts";

export type RolloutEvent =
  | {
      readonly type: "start_canary";
      /** The versions that every deployed parser supports; must include the candidate. */
      readonly parserAccepts: readonly VersionPair[];
      /** The first slice; the smallest step by default. */
      readonly slice?: number;
    }
  /** `reviews` is the candidate's count so far. */
  | { readonly type: "widen"; readonly slice: number; readonly reviews: number }
  | { readonly type: "promote" }
  | { readonly type: "roll_back"; readonly reason: string }
  | {
      readonly type: "retire";
      /** The release that drops the losing version, and the one before it. */
      readonly release: string;
      readonly previousRelease: string;
      /** Recent reviews in the losing version. */
      readonly recentReviews: number;
      /** Allows a release that is not a new major. */
      readonly force?: boolean;
    };

export interface TransitionProblem {
  readonly code:
    | "illegal_transition"
    | "parser_not_ready"
    | "invalid_slice"
    | "slice_not_wider"
    | "slice_incomplete"
    | "invalid_count"
    | "reason_missing"
    | "invalid_release"
    | "still_in_use"
    | "major_release_needed";
  readonly message: string;
}

type EventOf<T extends RolloutEvent["type"]> = Extract<RolloutEvent, { type: T }>;
type Outcome = Result<Rollout, TransitionProblem>;

/** The stages at which each event is allowed. */
const ALLOWED_AT = {
  start_canary: ["read_compatible"],
  widen: ["canary"],
  promote: ["canary"],
  roll_back: ["canary", "promoted"],
  retire: ["promoted", "rolled_back"],
} as const satisfies Record<RolloutEvent["type"], readonly RolloutStage[]>;

/** Applies an event, or says why it is not possible. */
export function transition(rollout: Rollout, event: RolloutEvent, at: string): Outcome {
  const allowed: readonly RolloutStage[] = ALLOWED_AT[event.type];
  if (!allowed.includes(rollout.stage)) {
    return reject(
      "illegal_transition",
      `${event.type} needs the stage ${allowed.join(" or ")}, not ${rollout.stage}`,
    );
  }
  if (event.type === "start_canary") return startCanary(rollout, event, at);
  if (event.type === "widen") return widen(rollout, event, at);
  if (event.type === "promote") {
    if (rollout.slice < 1) return reject("slice_incomplete", "advance to all reviews before promoting");
    return move(rollout, { event: event.type, to: "promoted", slice: 1, at });
  }
  if (event.type === "roll_back") {
    const reason = event.reason.trim();
    if (reason === "")
      return reject("reason_missing", "expected a reason, for whoever tries the next candidate");
    return move(rollout, { event: event.type, to: "rolled_back", slice: 0, at, reason });
  }
  return retire(rollout, event, at);
}

function startCanary(rollout: Rollout, event: EventOf<"start_canary">, at: string): Outcome {
  const { parserAccepts, slice = nextSlice(rollout) ?? 1 } = event;
  if (!parserAccepts.some((version) => isSameVersion(version, rollout.candidate))) {
    return reject("parser_not_ready", "deploy parsers that read the candidate before any review uses it");
  }
  if (!isSlice(slice)) return reject("invalid_slice", SLICE_RULE);
  return move(rollout, { event: event.type, to: "canary", slice, at });
}

function widen(rollout: Rollout, event: EventOf<"widen">, at: string): Outcome {
  const { slice, reviews } = event;
  if (!isSlice(slice)) return reject("invalid_slice", SLICE_RULE);
  if (slice <= rollout.slice) {
    return reject(
      "slice_not_wider",
      `the share is already ${rollout.slice}; roll back instead of reducing it`,
    );
  }
  if (!Number.isSafeInteger(reviews) || reviews < rollout.reviewsAtStep) {
    return reject("invalid_count", `reviews must be a whole number, ${rollout.reviewsAtStep} or more`);
  }
  return move({ ...rollout, reviewsAtStep: reviews }, { event: event.type, to: "canary", slice, at });
}

function retire(rollout: Rollout, event: EventOf<"retire">, at: string): Outcome {
  const major = majorOf(event.release);
  const previous = majorOf(event.previousRelease);
  if (major === undefined || previous === undefined) {
    return reject("invalid_release", "releases must be versions such as 2.0.0");
  }
  const loser = rollout.stage === "promoted" ? "baseline" : "candidate";
  // Forcing shortens the notice for users, but never cuts off reviews that are still arriving.
  if (event.recentReviews !== 0) {
    return reject(
      "still_in_use",
      `there are still reviews in the ${loser}'s version; wait until there are none`,
    );
  }
  if (major <= previous && event.force !== true) {
    return reject(
      "major_release_needed",
      `${event.release} is not a new major version after ${event.previousRelease}; wait for one, or force it`,
    );
  }
  return move({ ...rollout, retired: loser }, { event: event.type, to: "retired", slice: rollout.slice, at });
}

function move(rollout: Rollout, step: Omit<RolloutTransition, "from">): Outcome {
  const entry: RolloutTransition = { ...step, from: rollout.stage };
  return ok({ ...rollout, stage: step.to, slice: step.slice, history: [...rollout.history, entry] });
}

const reject = (code: TransitionProblem["code"], message: string): Outcome => fail({ code, message });

const SLICE_RULE = "expected a share above 0 and up to 1";
const isSlice = (slice: number): boolean => slice > 0 && slice <= 1;

function majorOf(release: string): number | undefined {
  const match = /^(\d{1,9})\.\d{1,9}(?:\.\d{1,9})?(?:[-+][0-9A-Za-z.+-]{1,100})?$/.exec(release);
  return match === null ? undefined : Number(match[1]);
}
