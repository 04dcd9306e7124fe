import { fail, ok, type Result } from "../result.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { clipText } from "../text/bounded-text.ts";
import { showUnseen } from "../text/show-unseen.ts";
import { MAX_NAME, findVersion, type Rule, type RuleVersion } from "../rule/rule.ts";
import type { AlertRecord } from "../pattern/alert.ts";
import { type EvaluationRecord, standingOf } from "../evaluation/evaluation.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { adviceOf } from "../feedback/kind-of-feedback.ts";
import type { TaskRound } from "../iteration/task-round.ts";
import { fieldOf, listOf, textOf } from "../json/json.ts";

/** Event types for endpoints. Others depend on them, so a released name keeps its meaning. */
export const WEBHOOK_TYPES = [
  "alert.raised",
  "alert.cleared",
  "proposal.created",
  "proposal.decided",
  "rule.activated",
  "rule.retired",
  "rule.flagged",
  "feedback.ambiguous",
  "submission.waiting",
  "iteration.escalated",
] as const;

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Waiting submissions are frequent, so they are only sent on request. */
const DEFAULT_TYPES: readonly WebhookType[] = WEBHOOK_TYPES.filter((type) => type !== "submission.waiting");

export interface WebhookProblem {
  readonly code:
    | "unknown_webhook_event"
    | "webhook_secret_missing"
    | "invalid_webhook_secret"
    | "invalid_webhook_url";
  readonly message: string;
}

/** The selected types; by default all but submissions. */
export function readWebhookTypes(
  names: readonly string[] | undefined,
): Result<ReadonlySet<WebhookType>, WebhookProblem> {
  if (names === undefined || names.length === 0) return ok(new Set(DEFAULT_TYPES));
  const unknown = names.find((name) => !isWebhookType(name));
  if (unknown === undefined) return ok(new Set(names.filter(isWebhookType)));
  const message = `expected webhooks.events to be some of ${WEBHOOK_TYPES.join(", ")}, got ${JSON.stringify(unknown.slice(0, 40))}`;
  return fail({ code: "unknown_webhook_event", message });
}

const isWebhookType = (name: string): name is WebhookType =>
  (WEBHOOK_TYPES as readonly string[]).includes(name);

/** A message to endpoints. */
export interface WebhookMessage {
  /** The same for every attempt, so that receivers can drop duplicates. */
  readonly id: string;
  readonly type: WebhookType | "emend.test" | "emend.audit.head";
  /** RFC 3339. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The message id of an event. The signature separates its parts by dots and headers are ASCII only, while an
 * event's id contains dots and may contain anything.
 */
export const messageId = (eventId: string, hash: Digest): string =>
  `msg_${hash(eventId.toWellFormed()).slice(0, 32)}`;

/** Text from records, cut to size and without hidden characters. Receivers have to escape it for their chat. */
const messageText = (text: string, max = 500): string => showUnseen(clipText(text, max));

/** The message when an alert is raised or cleared. */
export function alertMessage(record: AlertRecord): Readonly<Record<string, unknown>> {
  const { id, alert, raised_at, cleared_at } = record;
  return {
    alert_id: id,
    code: alert.code,
    agent: messageText(alert.agent, MAX_NAME),
    tag: "tag" in alert ? messageText(alert.tag, MAX_NAME) : null,
    message: messageText(alert.message),
    value: alert.value,
    threshold: alert.threshold,
    evidence: alert.evidence,
    since: alert.since,
    until: alert.until,
    raised_at,
    cleared_at,
  };
}

const MAX_CONTRADICTED = 20;

/** The message about ambiguous feedback; undefined if somebody has resolved it meanwhile. */
export function ambiguousMessage(
  record: EvaluationRecord,
  feedback: Feedback | undefined,
  publicUrl: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (standingOf(record) !== "ambiguous") return undefined;
  const { feedback_id, evaluation } = record;
  return {
    feedback_id,
    agent: feedback?.agent === undefined ? null : messageText(feedback.agent, MAX_NAME),
    outcome: feedback?.outcome ?? null,
    said: feedback === undefined ? null : messageText(adviceOf(feedback) ?? ""),
    message: messageText(evaluation.rationale),
    contradicts: (evaluation.contradicts ?? []).slice(0, MAX_CONTRADICTED),
    link: publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, "")}/feedback/${feedback_id}`,
  };
}

/** The message about an issue that came up in three of a task's last five rounds. */
export function escalationMessage(
  round: TaskRound,
  issueId: string,
  publicUrl?: string,
): Readonly<Record<string, unknown>> | undefined {
  const { task, agent, number, max, target } = round;
  const escalation = round.escalations.find(({ issue_id }) => issue_id === issueId);
  const item = round.items.find(({ issue_id }) => issue_id === issueId);
  if (escalation === undefined || item === undefined) return undefined;
  const whose = agent === null ? "" : `?agent=${encodeURIComponent(agent)}`;
  return {
    task: messageText(task, MAX_NAME),
    agent: agent === null ? null : messageText(agent, MAX_NAME),
    round: number,
    max,
    issue_id: issueId,
    issue: messageText(item.issue),
    action: messageText(item.action),
    severity: item.severity,
    target: messageText(target.path),
    location: messageText(item.location.reference),
    seen: escalation.seen,
    message: messageText(
      `${task}: the same issue came up in ${escalation.seen} of the last 5 rounds; a person should decide: ${item.issue}`,
    ),
    link:
      publicUrl === undefined
        ? null
        : `${publicUrl.replace(/\/$/, "")}/tasks/${encodeURIComponent(task)}${whose}`,
  };
}

/** The message type and outcome of each audit action; all other actions are ignored. */
const ACTS: readonly (readonly [act: string, type: WebhookType, outcome: string | null])[] = [
  // First, because an approval that activates a rule is an activation.
  ["rule.activated", "rule.activated", "approved"],
  ["rule.proposed", "proposal.created", null],
  ["rule.modified", "proposal.created", null],
  ["rule.roll_back_proposed", "proposal.created", null],
  ["rule.approved", "proposal.decided", "approved"],
  ["rule.rejected", "proposal.decided", "rejected"],
  ["rule.expired", "proposal.decided", "expired"],
  ["rule.deferred", "proposal.decided", "deferred"],
  ["rule.retired", "rule.retired", null],
  ["rule.flagged", "rule.flagged", null],
];

const MAX_AGENTS = 20;

/** The message type of a rule change; undefined if there is nothing to report. */
const ruleMessageType = (acts: readonly string[]): WebhookType | undefined =>
  ACTS.find(([act]) => acts.includes(act))?.[1];

/** The message about a rule, in its current wording: a later change has its own message. */
export function ruleMessage(
  rule: Rule,
  acts: readonly string[],
  publicUrl: string | undefined,
): Readonly<Record<string, unknown>> {
  const found = ACTS.find(([act]) => acts.includes(act));
  const [, type, outcome = null] = found ?? [];
  const version = versionOf(rule, type, outcome);
  const { agents } = version.scope;
  return {
    rule_id: rule.id,
    status: rule.status,
    version: version.version,
    outcome,
    rule_type: version.type,
    text: messageText(version.text),
    wants_words: version.wants_words !== undefined,
    reason: messageText(reasonOf(rule, version, type)),
    agents: agents.slice(0, MAX_AGENTS).map((agent) => messageText(agent, MAX_NAME)),
    agents_left_out: Math.max(0, agents.length - MAX_AGENTS),
    approvals: version.approvals.length,
    link: publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, "")}/proposals/${rule.id}`,
  };
}

/** The version that the change is about, if it is still there. */
function versionOf(rule: Rule, type: WebhookType | undefined, outcome: string | null): RuleVersion {
  const answered = rule.last_answer?.version ?? null;
  const [first, second] =
    type === "rule.activated" || type === "rule.flagged"
      ? [rule.in_force, rule.pending]
      : type === "rule.retired"
        ? [answered, rule.in_force]
        : outcome === "rejected" || outcome === "expired"
          ? [answered, rule.pending]
          : [rule.pending, rule.in_force];
  return findVersion(rule, first) ?? findVersion(rule, second) ?? rule.versions.at(-1)!;
}

function reasonOf(rule: Rule, version: RuleVersion, type: WebhookType | undefined): string {
  if (type === "rule.retired") return version.retirement?.reason ?? version.reason;
  if (type === "rule.flagged") return rule.flag?.reason ?? version.reason;
  return version.rejection?.reason ?? version.reason;
}

/** An event to report, and the record with its content. */
export type Outgoing = {
  readonly type: WebhookType;
  readonly eventId: string;
  /** When it happened; RFC 3339. */
  readonly time: string;
  readonly subject: string;
} & (
  | { readonly about: "alert" }
  | { readonly about: "evaluation" }
  | { readonly about: "rule"; readonly acts: readonly string[] }
  | { readonly about: "submission"; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly about: "iteration";
      readonly task: string;
      readonly agent: string | null;
      readonly position: number;
    }
);

const MAX_ACTS = 10;

/** Reads a reportable event from the log; undefined for all others. */
export function readOutgoing(event: unknown): Outgoing | undefined {
  const [eventType, eventId, time, subject] = ["type", "id", "time", "subject"].map((name) =>
    textOf(fieldOf(event, name)),
  );
  if (eventId === undefined || subject === undefined || time === undefined) return undefined;
  if (Number.isNaN(Date.parse(time))) return undefined;
  const frame = { eventId, time, subject };
  const data = fieldOf(event, "data");
  switch (eventType ?? "") {
    case "emend.alert.raised":
      return { ...frame, type: "alert.raised", about: "alert" };
    case "emend.alert.cleared":
      return { ...frame, type: "alert.cleared", about: "alert" };
    case "emend.rule.changed": {
      const acts = listOf(fieldOf(data, "acts"))
        .slice(0, MAX_ACTS)
        .filter((act) => typeof act === "string");
      const type = ruleMessageType(acts);
      return type === undefined ? undefined : { ...frame, type, about: "rule", acts };
    }
    case "emend.evaluation.ambiguous":
      return { ...frame, type: "feedback.ambiguous", about: "evaluation" };
    case "emend.submission.changed":
      if (fieldOf(data, "status") !== "waiting") return undefined;
      return {
        ...frame,
        type: "submission.waiting",
        about: "submission",
        data: { submission_id: subject, agent: nameOf(data, "agent"), gate: nameOf(data, "gate") },
      };
    case "emend.iteration.escalated": {
      const [task, agent] = ["task", "agent"].map((name) => textOf(fieldOf(data, name)));
      const position = fieldOf(data, "revision");
      if (task === undefined || typeof position !== "number") return undefined;
      const type = "iteration.escalated";
      return { ...frame, type, about: "iteration", task, agent: agent ?? null, position };
    }
    default:
      return undefined;
  }
}

function nameOf(data: unknown, field: string): string | null {
  const name = textOf(fieldOf(data, field));
  return name === undefined ? null : messageText(name, MAX_NAME);
}
