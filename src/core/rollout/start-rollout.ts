import { boundedId, clipText } from "../text/bounded-text.ts";
import { fail, ok, type Result } from "../result.ts";
import { MAX_REASON } from "../rule/rule.ts";
import { createRollout, type RolloutPlan, type RolloutPlanProblem } from "./rollout.ts";
import type { RolloutChange } from "./rollout-record.ts";
import { transition } from "./transition.ts";
import { versionKey, isVersionPair, type VersionPair } from "./version-pair.ts";
import { isSchemaAccepted, CURRENT_VERSIONS } from "../review/version-policy.ts";

/**
 * Whether this Emend's parser reads answers in a version: its own schema or a later minor of the same major. A prompt
 * may have any version, since its words are the caller's.
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

/** Begins a rollout that is kept, with its first slice: the parser that reads the answers is Emend's own. */
export function startRollout(
  { by, reason = "", ...plan }: StartRollout,
  { now }: { readonly now: string },
): Result<RolloutChange, StartProblem> {
  const created = createRollout(plan);
  if (!created.ok) return created;
  const parserAccepts = [plan.baseline, plan.candidate].filter(isReadable);
  const canary = transition(created.value, { type: "start_canary", parserAccepts }, now);
  if (!canary.ok) return fail({ code: "parser_not_ready", message: NOT_READ });
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

const NOT_READ =
  "this Emend does not read the candidate's schema version; upgrade it before any review uses the candidate";
