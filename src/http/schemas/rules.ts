import { MAX_REASON } from "../../core/text/limits.ts";
import { z } from "zod";
import type { RuleEffect } from "../../app/rule/measure-rules.ts";
import { RULE_ADVICE } from "../../core/rule/effect.ts";
import {
  MAX_VERSIONS,
  effectiveVersion,
  findVersion,
  pendingChange,
  type Rule,
  type RuleVersion,
} from "../../core/rule/rule.ts";
import type { People } from "../../core/person/people.ts";
import { isAlone, quorumOf, shortOfQuorum } from "../../core/rule/quorum.ts";
import { RULE_ACTS } from "../../core/rule/rule-history.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { ruleSchema, wantedWordsSchema } from "../../core/rule/rule-schema.ts";
import type { HttpContext } from "../http-context.ts";
import { timeField } from "../fields.ts";

export const versionField = z
  .int()
  .min(1)
  .max(MAX_VERSIONS)
  .describe("The version you read: if there is a newer one, nothing is changed.");
export const reasonField = z.string().max(MAX_REASON);

export const ruleVersionResponse = ruleSchema.shape.versions.element.meta({ id: "RuleVersion" });
export const scopeResponse = ruleVersionResponse.shape.scope;
export const flagResponse = ruleSchema.shape.flag;
const wantedWordsResponse = wantedWordsSchema
  .nullable()
  .describe("Present if nobody has written the rule yet: why, and texts to start from.");
export const earlierResponse = ruleSchema.shape.last_answer;

const quorumFields = {
  required: z.int().describe("Number of different people who must approve."),
  given: z.int().describe("Number of people who have approved."),
  missing: z.int().describe("Number of approvals still needed."),
  reached: z.boolean(),
  proposed_by: z.string(),
  approved_by: z.array(ruleVersionResponse.shape.approvals.element),
  uncounted: z
    .array(
      z.object({ by: z.string(), issuer: z.string(), why: z.enum(["issuer_approved", "issuer_proposed"]) }),
    )
    .describe(
      "Approvals that are not counted: the person who issued the token approved or proposed this version.",
    ),
  not_from: z
    .array(z.string())
    .describe(
      "People whose approval would not help: those who have approved, and the proposer if others are needed.",
    ),
};
export const approvalResponse = z.object(quorumFields).meta({ id: "RuleApproval" });
export const viewerApprovalResponse = z
  .object({
    ...quorumFields,
    you: z
      .object({ can_approve: z.boolean(), code: z.string().nullable(), message: z.string().nullable() })
      .nullable()
      .describe("Whether you can approve it now, and why not; null if nothing is pending."),
  })
  .meta({ id: "AskedApproval" });

export function toApproval(version: RuleVersion, { policy, people }: ApprovalPolicy) {
  const { approvals, proposed_by } = version;
  const needsOthers =
    !isAlone(version, policy, people) && (!policy.proposerMayApprove || policy.approvers === 1);
  return {
    ...quorumOf(version, policy, people),
    proposed_by: proposed_by.id,
    approved_by: approvals,
    not_from: [...new Set([...approvals.map(({ by }) => by), ...(needsOthers ? [proposed_by.id] : [])])],
  };
}

const approval = approvalResponse.nullable().describe("Null if nothing is pending.");

const shortfallResponse = z
  .object({ required: z.int(), given: z.int(), missing: z.int() })
  .nullable()
  .describe(
    "Present if the version in force now has too few approvals, because logins were linked to one person since.",
  );

export const ruleResponse = ruleSchema
  .safeExtend({
    versions: z.array(ruleVersionResponse).min(1).max(MAX_VERSIONS),
    approval,
    short_of_quorum: shortfallResponse,
  })
  .meta({ id: "Rule" });

/** What decides whether a version has enough approvals. */
export interface ApprovalPolicy {
  readonly policy: RulePolicy;
  readonly people: People;
}

export const loadApprovalPolicy = async ({
  store,
  policy,
}: Pick<HttpContext, "store" | "policy">): Promise<ApprovalPolicy> => ({
  policy,
  people: await store.people.read(),
});

export const toRule = (rule: Rule, by: ApprovalPolicy) => ({
  ...rule,
  approval: pendingApproval(rule, by),
  short_of_quorum: currentShortfall(rule, by),
});

function pendingApproval(rule: Rule, by: ApprovalPolicy) {
  const pending = findVersion(rule, rule.pending);
  return pending === undefined ? null : toApproval(pending, by);
}

function currentShortfall(rule: Rule, { policy, people }: ApprovalPolicy) {
  const version = findVersion(rule, rule.in_force);
  return (version === undefined ? undefined : shortOfQuorum(version, policy, people)) ?? null;
}

const eventCount = z.object({ events: z.int(), runs: z.int() });

const recurrence = z.object({
  events: z.int().describe("Recurrences of the mistake."),
  runs: z.int().describe("Number of runs, or of pieces of decided work, they are relative to."),
  rate: z.number().nullable(),
});

export const effectResponse = z
  .object({
    rule_id: z.string(),
    version: z.int(),
    verdict: z.enum(["stabilising", "helping", "not_enough", "ineffective", "worse"]),
    basis: z.enum(["runs_with_rule", "runs", "decided_work", "none"]),
    agents: z.array(z.string()),
    caught: z
      .int()
      .describe("Mistakes since then that a check caught while the agent worked. They are no recurrences."),
    before_from: z.string().nullable().describe("The first day counted."),
    after_from: z.string().nullable().describe("The first day counted."),
    before: recurrence,
    after: recurrence,
    reduction: z
      .number()
      .nullable()
      .describe("The share of recurrences that disappeared; negative if there are more, null if unknown."),
    interval: z
      .object({ low: z.number().nullable(), high: z.number() })
      .nullable()
      .describe(
        "What the reduction may be. Each end holds with 95 % confidence however often one looks; null means no lower bound.",
      ),
    days: z.number().describe("Days since measuring started."),
    advice: z
      .object({ action: z.enum(RULE_ADVICE), message: z.string() })
      .meta({ id: "RuleAdvice", description: "What to do about the rule." }),
    runs_needed: z
      .int()
      .nullable()
      .describe(
        "Number of runs without a recurrence that would show that it helps; null if no number would.",
      ),
    rationale: z.string(),
    led_to_rule: z.int().describe("Occurrences that led to the rule. They are not counted in `before`."),
    compared_with: z
      .enum(["past", "past_and_others", "nothing"])
      .describe(
        "What the time since is compared with: the time before, or also the mistakes without a rule on the same days; nothing if only another model was used since.",
      ),
    least_reduction: z
      .number()
      .describe("A smaller reduction may have other causes and is not credited to the rule."),
    by_model: z
      .array(
        z.object({
          model: z.string().nullable().describe("Null if it is not known."),
          before: eventCount,
          after: eventCount,
        }),
      )
      .describe("The counts of each model. Only work with the same model is compared."),
  })
  .meta({ id: "RuleEffect" });

export const regressionResponse = z
  .object({
    code: z.literal("rule_regression"),
    rule_id: z.string(),
    version: z.int(),
    count: z.int(),
    despite_rule: z.int().describe("How many happened although the prompt contained the rule."),
    first: timeField,
    last: timeField,
    agents: z.array(z.string()),
    feedback_ids: z.array(z.string()),
    message: z.string(),
  })
  .meta({ id: "RuleRegression" });

export const ruleSummaryResponse = z
  .object({
    id: z.string(),
    revision: z.int(),
    status: ruleSchema.shape.status,
    cluster_id: z.string().nullable(),
    in_force: z.int().nullable(),
    pending: z.int().nullable(),
    in_force_since: timeField.nullable(),
    versions: z.int().describe("Total number."),
    version: z
      .int()
      .describe(
        "The version of `type`, `text`, `reason`, `scope`, `token_cost`, `evidence` and `proposed_by`: the one in force, or the pending one, or the last one.",
      ),
    type: ruleVersionResponse.shape.type,
    text: z.string().describe("Empty until somebody writes it."),
    wants_words: wantedWordsResponse,
    reason: z.string(),
    scope: scopeResponse,
    token_cost: z.int(),
    evidence: z.int().describe("Number of pieces of feedback it was proposed with."),
    proposed_by: z.string(),
    proposed_at: timeField,
    change: z
      .object({
        version: z.int(),
        type: ruleVersionResponse.shape.type,
        text: z.string(),
        scope: scopeResponse,
        proposed_by: z.string(),
        proposed_at: timeField,
      })
      .nullable()
      .describe("A pending change while the text above is in force; null if there is none."),
    expires_at: timeField.nullable().describe("Null if nothing is pending."),
    approval,
    short_of_quorum: shortfallResponse,
    flag: flagResponse,
    last_answer: earlierResponse,
    created_at: timeField,
    updated_at: timeField,
    effect: effectResponse
      .nullable()
      .exactOptional()
      .describe("Only if requested; null if the rule is not in force."),
  })
  .meta({ id: "RuleSummary" });

export function toRuleSummary(rule: Rule, by: ApprovalPolicy, effects?: ReadonlyMap<string, RuleEffect>) {
  const { id, revision, status, cluster_id, in_force, pending, in_force_since, flag, last_answer } = rule;
  const shown = effectiveVersion(rule);
  const { version, type, text, reason, scope, token_cost, proposed_at } = shown;
  return {
    id,
    revision,
    status,
    cluster_id,
    in_force,
    pending,
    in_force_since,
    versions: rule.versions.length,
    version,
    type,
    text,
    wants_words: shown.wants_words ?? null,
    reason,
    scope,
    token_cost,
    evidence: shown.evidence.length,
    proposed_by: shown.proposed_by.id,
    proposed_at,
    change: toChange(pendingChange(rule)),
    expires_at: findVersion(rule, pending)?.expires_at ?? null,
    approval: pendingApproval(rule, by),
    short_of_quorum: currentShortfall(rule, by),
    flag,
    last_answer,
    created_at: rule.created_at,
    updated_at: rule.updated_at,
    ...(effects === undefined ? {} : { effect: effects.get(id) ?? null }),
  };
}

function toChange(change: RuleVersion | undefined) {
  if (change === undefined) return null;
  const { version, type, text, scope, proposed_by, proposed_at } = change;
  return { version, type, text, scope, proposed_by: proposed_by.id, proposed_at };
}

export const historyResponse = z
  .object({
    rule_id: z.string(),
    revision: z.int(),
    status: ruleSchema.shape.status,
    acts: z
      .array(
        z.object({
          at: timeField,
          version: z.int(),
          act: z.enum(RULE_ACTS),
          by: z.string().nullable(),
          reason: z.string().nullable(),
          alone: z
            .literal(true)
            .exactOptional()
            .describe("The person worked alone, so nobody else was asked."),
        }),
      )
      .describe("What happened, oldest first."),
    versions: z.array(ruleVersionResponse),
  })
  .meta({ id: "RuleHistory" });
