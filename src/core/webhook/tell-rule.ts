import { MAX_NAME, findVersion, type Rule, type RuleVersion } from "../rule/rule.ts";
import { toldText } from "./webhook-message.ts";
import type { WebhookType } from "./webhook-type.ts";

/** Which message each act gives, and how the proposal was answered; what is not named here is not told. */
const ACTS: readonly (readonly [act: string, type: WebhookType, outcome: string | null])[] = [
  // An approval that brings a rule into force is an activation, so this stands before it.
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

/** What a change of a rule is told as, from the acts that its event names; nothing for those that change nothing to act on. */
export const ruleMessageType = (acts: readonly string[]): WebhookType | undefined =>
  ACTS.find(([act]) => acts.includes(act))?.[1];

/**
 * What is told of a rule. The words are those of the present: between the event and its telling there may be another
 * change, which is told on its own.
 */
export function tellRule(
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
    text: toldText(version.text),
    wants_words: version.wants_words !== undefined,
    reason: toldText(reasonOf(rule, version, type)),
    agents: agents.slice(0, MAX_AGENTS).map((agent) => toldText(agent, MAX_NAME)),
    agents_left_out: Math.max(0, agents.length - MAX_AGENTS),
    approvals: version.approvals.length,
    link: publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, "")}/proposals/${rule.id}`,
  };
}

/** The version that the change is about, as far as it is still the one. */
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
