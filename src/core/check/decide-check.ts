import type { AuditAct } from "../audit/audit-entry.ts";
import { defined } from "../defined.ts";
import type { RuleActor } from "../feedback/feedback.ts";
import { UNLINKED_PEOPLE } from "../person/people.ts";
import { fail, ok, type Result } from "../result.ts";
import { mayApprove } from "../rule/decide/answer-proposal.ts";
import { quorumOf } from "../rule/quorum.ts";
import type { Approval } from "../rule/rule.ts";
import { type RuleContext, type RuleProblem, needsPerson, statedReason } from "../rule/rule-command.ts";
import type { Check } from "./check.ts";
import {
  CHECK_SCHEMA,
  checkId,
  checkVersion,
  MAX_CHECK_EXAMPLES,
  MAX_CHECK_VERSIONS,
  type CheckExample,
  type CheckTrial,
  type CheckVersion,
  type RuleCheck,
  type RunningState,
} from "./rule-check.ts";

interface By {
  readonly by: RuleActor;
}

/** The commands for a check. `version` is the one that the caller has seen. */
export type CheckCommand =
  | (By & {
      readonly type: "draft";
      readonly rule_id: string;
      readonly check: Check;
      readonly examples: readonly CheckExample[];
      readonly trial: CheckTrial;
      readonly note?: string;
    })
  | (By & { readonly type: "approve"; readonly version: number })
  /** Reports only. One person is enough, from any state. */
  | (By & { readonly type: "watch"; readonly version: number; readonly reason?: string })
  /** These need the quorum for exactly that version. */
  | (By & { readonly type: "nudge" | "block"; readonly version: number; readonly reason?: string })
  | (By & { readonly type: "retire"; readonly reason: string });

export type CheckProblemCode =
  | RuleProblem["code"]
  | "check_not_found"
  | "no_such_check_version"
  | "check_not_approved"
  | "check_already_there"
  | "check_retired"
  | "same_check"
  | "invalid_check";

/** Why a command was refused; the message says what to do. */
export interface CheckProblem {
  readonly code: CheckProblemCode;
  readonly message: string;
}

/** A check after a command, and the entries for the audit log. */
export interface CheckChange {
  readonly state: RuleCheck;
  readonly acts: readonly AuditAct[];
  /** The revision of the people data that it was decided with. The change is saved only while that is current. */
  readonly people?: number;
}

type Decided = Result<CheckChange, CheckProblem>;
type CommandOf<T extends CheckCommand["type"]> = Extract<CheckCommand, { type: T }>;

const refuse = (code: CheckProblemCode, message: string): Result<never, CheckProblem> =>
  fail({ code, message });

/**
 * Applies a command to a check, or says why it cannot. What only reports needs one person; what agents are told or
 * refused by needs the quorum for exactly that version. The state is null if the rule has no such check.
 */
export function applyCheckCommand(
  state: RuleCheck | null,
  command: CheckCommand,
  context: RuleContext,
): Decided {
  if (command.type === "draft") return draft(state, command, context);
  const wrong = needsPerson(command.by);
  if (wrong !== undefined) return wrong;
  if (state === null)
    return refuse("check_not_found", "there is no such check; list the checks to see their ids");
  if (command.type === "retire") return retire(state, command, context);
  const version = checkVersion(state, command.version);
  if (version === undefined)
    return refuse(
      "no_such_check_version",
      `it has versions 1 to ${state.versions.length}; read it, then decide`,
    );
  if (version.version !== state.pending && version.version !== state.running)
    return refuse(
      "stale_version",
      `version ${version.version} neither runs nor waits for a decision; read the check and decide about its present version`,
    );
  if (command.type === "approve") return approve(state, version, command, context);
  return move(state, version, command, context);
}

function draft(state: RuleCheck | null, command: CommandOf<"draft">, { now }: RuleContext): Decided {
  const { by, rule_id, check, trial } = command;
  if (by.trust === "outsider")
    return refuse("not_trusted", "an outsider cannot draft a check; have a team member do it");
  if (state !== null && state.versions.length >= MAX_CHECK_VERSIONS)
    return refuse("too_many_versions", `a check has at most ${MAX_CHECK_VERSIONS} versions`);
  const text = JSON.stringify(check);
  if (text.length > MAX_CHECK)
    return refuse("invalid_check", `expected a check of at most ${MAX_CHECK} characters of JSON`);
  const same = state?.versions.find(
    (one) =>
      JSON.stringify(one.check) === text && (one.version === state.running || one.version === state.pending),
  );
  if (same !== undefined) return refuse("same_check", `version ${same.version} is this check already`);
  const drafted: CheckVersion = {
    version: (state?.versions.length ?? 0) + 1,
    check,
    examples: command.examples.slice(0, MAX_CHECK_EXAMPLES),
    trial,
    note: statedReason(command.note ?? "") ?? null,
    proposed_by: by,
    proposed_at: now,
    approvals: [],
    quorum: null,
  };
  const started = { by: by.id, at: now, reason: "" };
  const base: RuleCheck = state ?? {
    schema: CHECK_SCHEMA,
    id: checkId(rule_id, check),
    rule_id,
    revision: 0,
    state: "drafted",
    versions: [],
    running: null,
    pending: null,
    last_move: started,
    created_at: now,
    updated_at: now,
  };
  return changed(
    base,
    by,
    now,
    {
      versions: [...base.versions, drafted],
      pending: drafted.version,
      ...(base.running === null ? { state: "drafted" as const, last_move: started } : {}),
    },
    "check.drafted",
    // As text, because a rule may be nested deeper than an audit entry.
    { version: drafted.version, rule: rule_id, check: text },
  );
}

/** So that the audit log can hold all of it. */
const MAX_CHECK = 32_768;

function approve(
  state: RuleCheck,
  version: CheckVersion,
  { by }: CommandOf<"approve">,
  { now, policy, people = UNLINKED_PEOPLE }: RuleContext,
): Decided {
  if (version.quorum !== null)
    return refuse(
      "already_active",
      `version ${version.version} is already approved; there is nothing to decide`,
    );
  const approval: Approval = { by: by.id, at: now, ...defined({ login: by.login }) };
  const may = mayApprove(version, approval, { policy, people });
  if (!may.ok) return may;
  const approved = { ...version, approvals: [...version.approvals, approval] };
  const quorum = quorumOf(approved, policy, people);
  const done = quorum.reached ? { ...approved, quorum: quorum.required } : approved;
  const parts = { versions: withCheckVersion(state, done) };
  const vote = { version: version.version, given: quorum.given, required: quorum.required };
  if (!quorum.reached) return changed(state, by, now, parts, "check.approved", vote);
  // It takes the place of the version that runs, in the same state; a new check begins by watching.
  const isPending = version.version === state.pending;
  return changed(
    state,
    by,
    now,
    {
      ...parts,
      ...(isPending ? { running: version.version, pending: null } : {}),
      ...(state.running === null
        ? { state: "watching" as const, last_move: { by: by.id, at: now, reason: "" } }
        : {}),
    },
    "check.approved",
    vote,
  );
}

const STATE_OF = { watch: "watching", nudge: "nudging", block: "blocking" } as const satisfies Record<
  string,
  RunningState
>;

function move(
  state: RuleCheck,
  version: CheckVersion,
  command: CommandOf<"watch"> | CommandOf<"nudge" | "block">,
  { now }: RuleContext,
): Decided {
  const { by, type } = command;
  const next = STATE_OF[type];
  if (next !== "watching" && version.quorum === null)
    return refuse(
      "check_not_approved",
      `version ${version.version} has to be approved before it may ${type === "nudge" ? "tell agents anything" : "stop anybody"}`,
    );
  if (state.state === next && state.running === version.version)
    return refuse("check_already_there", `it is ${next} already; there is nothing to do`);
  const reason = statedReason(command.reason ?? "") ?? "";
  return changed(
    state,
    by,
    now,
    {
      state: next,
      running: version.version,
      pending: state.pending === version.version ? null : state.pending,
      last_move: { by: by.id, at: now, reason },
    },
    "check.moved",
    { version: version.version, from: state.state, to: next, reason },
  );
}

function retire(state: RuleCheck, { by, reason: given }: CommandOf<"retire">, { now }: RuleContext): Decided {
  const reason = statedReason(given);
  if (reason === undefined)
    return refuse("reason_required", "expected a reason, for whoever drafts it again");
  if (state.state === "retired")
    return refuse("check_retired", "it is retired already; there is nothing to do");
  return changed(
    state,
    by,
    now,
    { state: "retired", running: null, pending: null, last_move: { by: by.id, at: now, reason } },
    "check.retired",
    { version: state.running ?? state.pending, from: state.state, reason },
  );
}

const withCheckVersion = (state: RuleCheck, one: CheckVersion): readonly CheckVersion[] =>
  state.versions.map((version) => (version.version === one.version ? one : version));

function changed(
  state: RuleCheck,
  by: RuleActor,
  now: string,
  parts: Partial<Pick<RuleCheck, "versions" | "state" | "running" | "pending" | "last_move">>,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Decided {
  const next: RuleCheck = { ...state, ...parts, revision: state.revision + 1, updated_at: now };
  const act = { actor: by.id, action, subject: next.id, detail: { revision: next.revision, ...detail } };
  return ok({ state: next, acts: [act] });
}
