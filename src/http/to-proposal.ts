import type { RuleEffect } from "../app/rule/measure-rules.ts";
import type { ProposalDossier } from "../app/rule/proposal-dossier.ts";
import { proposalRemarks } from "../core/rule/proposal-remarks.ts";
import { allows } from "../core/access/permission.ts";
import type { Principal } from "../core/access/token.ts";
import { applyRuleCommand } from "../core/rule/decide-rule.ts";
import type { Rule } from "../core/rule/rule.ts";
import type { HttpContext } from "./http-context.ts";
import { type ApprovalPolicy, toApproval } from "./schemas/rules.ts";
import { deciderOf } from "./agent-scope.ts";
import { daysAfter } from "../core/time/time.ts";

/** The longest period that a chart shows. */
const MAX_DAYS = 90;

const dayBefore = (day: string, days: number): string =>
  daysAfter(`${day}T00:00:00.000Z`, -days).slice(0, 10);

/** The caller, and what is needed to tell whether they can approve. */
type Viewer = ApprovalPolicy & Pick<HttpContext, "now"> & { readonly principal: Principal };

/** The state of approval, and whether the caller can approve. */
const toViewerApproval = ({ version }: ProposalDossier, rule: Rule, viewer: Viewer) => ({
  ...toApproval(version, viewer),
  you: version.status === "pending" ? mayApprove(rule, version.version, viewer) : null,
});

function mayApprove(rule: Rule, version: number, { policy, people, now, principal }: Viewer) {
  if (!allows(principal.role, "approve")) {
    return { can_approve: false, code: "forbidden", message: "only an approver can approve a rule" };
  }
  const command = { type: "approve", by: deciderOf(principal), version } as const;
  const tried = applyRuleCommand(rule, command, { now: now(), policy, people });
  return tried.ok ? { can_approve: true, code: null, message: null } : { can_approve: false, ...tried.error };
}

const MAX_QUOTES = 3;

/** The newest remarks without repetitions, which show what a proposal without a text is about. */
const quotesOf = ({ evidence }: ProposalDossier): readonly string[] =>
  [...new Set(evidence.members.map(({ said }) => said))].filter((quote) => quote !== "").slice(0, MAX_QUOTES);

export function toProposalSummary(dossier: ProposalDossier, rule: Rule, viewer: Viewer) {
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
    days: evidenceDays(evidence.by_day, viewer.now()),
    warnings: dossier.warnings,
    conflicts: count("conflict"),
    duplicates: count("duplicate"),
    contradictions: contradictions.length,
    clean: remarks.length === 0,
    remarks,
    approval: toViewerApproval(dossier, rule, viewer),
    earlier: dossier.earlier,
    flag: dossier.flag,
  };
}

export function toProposal(dossier: ProposalDossier, rule: Rule, effect: RuleEffect | null, viewer: Viewer) {
  const { policy } = viewer;
  const remarks = proposalRemarks(dossier);
  return {
    ...dossier,
    days: evidenceDays(dossier.evidence.by_day, viewer.now()),
    clean: remarks.length === 0,
    remarks,
    approval: toViewerApproval(dossier, rule, viewer),
    effect,
    policy: {
      occurrences: policy.occurrences,
      stabilising_days: policy.stabilisingDays,
      rules_per_agent: policy.rulesPerAgent,
      token_budget: policy.tokenBudget,
    },
  };
}

interface DayCount {
  readonly day: string;
  readonly count: number;
}

/**
 * One entry for each day from the first with feedback to today, including empty days. If the last feedback is older than
 * the longest period, the chart ends on its day instead of showing months of nothing.
 */
export function evidenceDays(byDay: readonly DayCount[], now: string): readonly DayCount[] {
  const [first, last] = [byDay[0]?.day, byDay.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const counts = new Map(byDay.map(({ day, count }) => [day, count]));
  const today = now.slice(0, 10);
  const end = last > today || last <= dayBefore(today, MAX_DAYS) ? last : today;
  const days: DayCount[] = [];
  for (let day = end; day >= first && days.length < MAX_DAYS; day = dayBefore(day, 1)) {
    days.push({ day, count: counts.get(day) ?? 0 });
  }
  return days.toReversed();
}
