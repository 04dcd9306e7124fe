import { z } from "zod";
import { PROPOSAL_REMARKS, proposalRemarks } from "../../core/rule/proposal-remarks.ts";
import { SOURCE_KINDS, TRUSTS } from "../../core/feedback/feedback.ts";
import { feedbackSchema } from "../../core/feedback/feedback-schema.ts";
import { ruleSchema, wantedWordsSchema } from "../../core/rule/rule-schema.ts";
import { timeField } from "../fields.ts";
import {
  type ApprovalPolicy,
  approvalResponse,
  earlierResponse,
  effectResponse,
  flagResponse,
  ruleVersionResponse,
  scopeResponse,
  toApproval,
  viewerApprovalResponse,
} from "./rules.ts";
import type { RuleEffect } from "../../app/rule/measure-rules.ts";
import type { ProposalDossier } from "../../app/rule/proposal-dossier.ts";
import { allows } from "../../core/access/permission.ts";
import type { Principal } from "../../core/access/token.ts";
import { applyRuleCommand } from "../../core/rule/decide-rule.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { HttpContext } from "../http-context.ts";
import { deciderOf } from "../agent-scope.ts";
import { daysAfter } from "../../core/time/time.ts";

const benefit = z
  .object({
    score: z.number().describe("For comparing proposals; not a forecast."),
    per_week: z.number(),
    agents: z.int(),
    confidence: z.number(),
  })
  .meta({ id: "ExpectedBenefit" });

const warning = z
  .object({
    code: z.string(),
    level: z.enum(["danger", "advice"]),
    message: z.string(),
    span: z.object({ start: z.int(), end: z.int() }).describe("UTF-16 offsets in the text."),
  })
  .meta({ id: "RuleTextWarning" });

const dayField = z.object({ day: z.string(), count: z.int() });
const agentCount = z.object({ agent: z.string(), count: z.int() });

const clean = {
  clean: z.boolean().describe("Nothing needs review: it can be approved together with others."),
  remarks: z.array(z.enum(PROPOSAL_REMARKS)).describe("What needs review."),
};

export const proposalSummaryResponse = z
  .object({
    rule_id: z.string(),
    revision: z.int(),
    status: ruleSchema.shape.status,
    cluster_id: z.string().nullable(),
    version: z.int(),
    origin: ruleVersionResponse.shape.origin,
    type: ruleVersionResponse.shape.type,
    text: z.string().describe("Empty until somebody writes it."),
    wants_words: wantedWordsSchema
      .extend({ quotes: z.array(z.string()).describe("What people said, newest first.") })
      .nullable()
      .describe("Present if nobody has written the rule yet: why, texts to start from, and quotes."),
    reason: z.string(),
    scope: scopeResponse,
    proposed_at: timeField,
    expires_at: timeField,
    why: z.string().describe("Why people are asked."),
    benefit,
    token_cost: z.int(),
    occurrences: z.int(),
    people: z.int(),
    agents: z.array(agentCount),
    days: z.array(dayField).describe("Every day since it was first said, oldest first."),
    warnings: z.array(warning),
    conflicts: z.int(),
    duplicates: z.int(),
    contradictions: z.int().describe("Approved work that contradicts it."),
    ...clean,
    approval: viewerApprovalResponse,
    earlier: earlierResponse,
    flag: flagResponse,
  })
  .meta({ id: "ProposalSummary" });

const change = <T extends z.ZodType>(of: T) => z.object({ before: of, after: of }).exactOptional();

const wordChange = z.object({ kind: z.enum(["same", "removed", "added"]), text: z.string() });

const relatedFields = {
  related: z
    .array(
      z
        .object({
          rule_id: z.string(),
          version: z.int(),
          standing: z.enum(["in_force", "pending"]),
          text: z.string(),
          relation: z.enum(["conflict", "duplicate"]),
          score: z.number(),
          reasons: z.array(z.string()),
          opposed: z
            .array(z.object({ a: z.string(), b: z.string() }))
            .describe("The conflicting words: `a` of the requested rule, `b` of this one."),
        })
        .meta({ id: "RelatedRule" }),
    )
    .describe("Rules that conflict with it or repeat it, in force or pending."),
  not_compared: z.int().describe("Number of rules that were not compared."),
};

export const ruleCheckResponse = z
  .object({
    warnings: z.array(warning),
    token_cost: z.int(),
    rendered: z.string().describe("The line that an agent would see."),
    changes: z
      .array(wordChange)
      .nullable()
      .describe("Changes to the text of the given rule; null without one."),
    ...relatedFields,
  })
  .meta({ id: "RuleCheck" });

export const proposalResponse = z
  .object({
    rule_id: z.string(),
    revision: z.int(),
    status: ruleSchema.shape.status,
    cluster_id: z.string().nullable(),
    version: ruleVersionResponse.describe("The pending version, or the one in force, or the last one."),
    why: z.string(),
    benefit,
    evidence: z.object({
      occurrences: z.int(),
      first: timeField.nullable(),
      last: timeField.nullable(),
      by_day: z.array(dayField).describe("Days on which it was said."),
      agents: z.array(agentCount),
      reviewers: z
        .array(z.object({ id: z.string(), trust: z.enum(TRUSTS), count: z.int() }))
        .describe("Each person once, however they logged in."),
      people: z.int().describe("How many different people said it."),
      examples: z.array(
        z.object({ feedback_id: z.string(), said: z.string(), before: z.string(), after: z.string() }),
      ),
      members: z
        .array(
          z.object({
            feedback_id: z.string(),
            time: timeField,
            author: z.string(),
            trust: z.enum(TRUSTS),
            agent: z.string().nullable(),
            said: z.string(),
            source: z.enum(SOURCE_KINDS),
            ref: z.string().nullable(),
            path: z.string().nullable(),
            outcome: feedbackSchema.shape.outcome,
            score: z.number().nullable(),
          }),
        )
        .describe("The newest."),
    }),
    days: z.array(dayField).describe("For a chart: every day since the first, oldest first, without gaps."),
    contradictions: z
      .array(
        z.object({
          feedback_id: z.string(),
          time: timeField,
          author: z.string(),
          agent: z.string().nullable(),
          said: z.string(),
          why: z.string(),
        }),
      )
      .describe("Approved work that contradicts it."),
    ...relatedFields,
    token_cost: z.int(),
    warnings: z.array(warning),
    ...clean,
    approval: viewerApprovalResponse,
    earlier: earlierResponse.describe("How it was decided when it was last proposed, and why."),
    flag: flagResponse,
    changes: z
      .object({
        from: z.int(),
        text: z.array(wordChange).exactOptional(),
        type: change(z.string()),
        reason: change(z.string()),
        insertion_point: change(z.string()),
        agents: change(z.array(z.string())),
        paths: change(z.array(z.string())),
      })
      .nullable()
      .describe("Changes compared with the version in force, or with the previous one."),
    effect: effectResponse.nullable().describe("Of the version in force."),
    policy: z
      .object({
        occurrences: z.int(),
        stabilising_days: z.number(),
        rules_per_agent: z.int(),
        token_budget: z.int(),
      })
      .describe("The policy for rules: when feedback becomes a pattern, and the limits."),
  })
  .meta({ id: "Proposal" });

export const batchOutcomeResponse = z
  .object({
    rule_id: z.string(),
    version: z.int(),
    outcome: z.enum(["approved", "refused"]),
    in_force: z.boolean().describe("Whether this version is in force now."),
    revision: z.int().nullable(),
    approval: approvalResponse.nullable().describe("The state of approval, if it needs more approvals."),
    code: z.string().nullable().describe("Why it was refused."),
    message: z.string().nullable(),
    remarks: clean.remarks,
  })
  .meta({ id: "BatchOutcome" });

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
