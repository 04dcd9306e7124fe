import type { RuleEffect } from "../app/rule/measure-rules.ts";
import type { ProposalDossier } from "../app/rule/proposal-dossier.ts";
import { proposalRemarks } from "../core/rule/proposal-remarks.ts";
import { allows } from "../core/access/permission.ts";
import type { Principal } from "../core/access/token.ts";
import { applyRuleCommand } from "../core/rule/decide-rule.ts";
import type { Rule } from "../core/rule/rule.ts";
import type { HttpContext } from "./http-context.ts";
import { type JudgedBy, toApproval } from "./schemas/rules.ts";
import { deciderOf } from "./agent-scope.ts";
import { daysAfter } from "../core/time/time.ts";

/** So many days a plot shows at most. */
const MAX_DAYS = 90;

const dayBefore = (day: string, days: number): string =>
  daysAfter(`${day}T00:00:00.000Z`, -days).slice(0, 10);

/** Who asks, and when. */
type Asked = JudgedBy & Pick<HttpContext, "now"> & { readonly principal: Principal };

/** Approvals, with what the asker can do about them. */
const toAsked = ({ version }: ProposalDossier, rule: Rule, asked: Asked) => ({
  ...toApproval(version, asked),
  you: version.status === "pending" ? mayApprove(rule, version.version, asked) : null,
});

function mayApprove(rule: Rule, version: number, { policy, people, now, principal }: Asked) {
  if (!allows(principal.role, "approve")) {
    return { can_approve: false, code: "forbidden", message: "only an approver can approve a rule" };
  }
  const command = { type: "approve", by: deciderOf(principal), version } as const;
  const tried = applyRuleCommand(rule, command, { now: now(), policy, people });
  return tried.ok ? { can_approve: true, code: null, message: null } : { can_approve: false, ...tried.error };
}

/** The newest remarks, each once, so that a list can show what a proposal without words is about. */
const quotesOf = ({ evidence }: ProposalDossier): readonly string[] =>
  [...new Set(evidence.members.map(({ said }) => said))].filter((said) => said !== "").slice(0, MAX_QUOTES);

const MAX_QUOTES = 3;

export function toProposalSummary(dossier: ProposalDossier, rule: Rule, asked: Asked) {
  const { version, evidence, related, contradictions } = dossier;
  const remarks = proposalRemarks(dossier);
  const count = (relation: string): number => related.filter((each) => each.relation === relation).length;
  return {
    rule_id: dossier.rule_id,
    revision: dossier.revision,
    status: dossier.status,
    cluster_id: dossier.cluster_id,
    version: version.version,
    origin: version.origin,
    type: version.type,
    text: version.text,
    wants_words:
      version.wants_words === undefined ? null : { ...version.wants_words, quotes: quotesOf(dossier) },
    reason: version.reason,
    scope: version.scope,
    proposed_at: version.proposed_at,
    expires_at: version.expires_at,
    why: dossier.why,
    benefit: dossier.benefit,
    token_cost: dossier.token_cost,
    occurrences: evidence.occurrences,
    people: evidence.people,
    agents: evidence.agents,
    days: evidenceDays(evidence.by_day, asked.now()),
    warnings: dossier.warnings,
    conflicts: count("conflict"),
    duplicates: count("duplicate"),
    contradictions: contradictions.length,
    clean: remarks.length === 0,
    remarks,
    approval: toAsked(dossier, rule, asked),
    earlier: dossier.earlier,
    flag: dossier.flag,
  };
}

export function toProposal(dossier: ProposalDossier, rule: Rule, effect: RuleEffect | null, asked: Asked) {
  const remarks = proposalRemarks(dossier);
  return {
    ...dossier,
    days: evidenceDays(dossier.evidence.by_day, asked.now()),
    clean: remarks.length === 0,
    remarks,
    approval: toAsked(dossier, rule, asked),
    effect,
    policy: {
      occurrences: asked.policy.occurrences,
      stabilising_days: asked.policy.stabilisingDays,
      rules_per_agent: asked.policy.rulesPerAgent,
      token_budget: asked.policy.tokenBudget,
    },
  };
}

interface DayCount {
  readonly day: string;
  readonly count: number;
}

/**
 * Every day from the first on which something was said up to today, those without any too. What was last said
 * longer ago than that ends with its last day, instead of with months of nothing.
 */
export function evidenceDays(said: readonly DayCount[], now: string): readonly DayCount[] {
  const [first, last] = [said[0]?.day, said.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const counts = new Map(said.map(({ day, count }) => [day, count]));
  const today = now.slice(0, 10);
  const end = last > today || last <= dayBefore(today, MAX_DAYS) ? last : today;
  const days: DayCount[] = [];
  for (let day = end; day >= first && days.length < MAX_DAYS; day = dayBefore(day, 1)) {
    days.push({ day, count: counts.get(day) ?? 0 });
  }
  return days.toReversed();
}
