import type { AlertThresholds } from "../core/pattern/alert-thresholds.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";

/** What each field of the rule policy sets, for editors and pages. */
export const RULE_ABOUT: Readonly<Record<keyof RulePolicy, string>> = {
  approvers: "distinct people who must approve a version before it comes into force",
  proposerMayApprove: "whether the proposer's approval counts as one of them; it never suffices alone",
  occurrences: "occurrences that make feedback worth a rule",
  reviewers: "distinct people who say the same in the same words, which also makes it worth a rule",
  rulesPerAgent: "rules that one prompt holds",
  tokenBudget: "tokens that the section of rules may cost",
  proposalExpiryDays: "days after which an undecided proposal expires",
  deferrals: "how often one version's expiry may be put off",
  stabilisingDays: "days after coming into force in which nothing is concluded",
  flagAfterDays: "days in force after which a rule without effect is flagged",
  flagUnderReduction: "a smaller reduction than this is no effect",
  flagExpected: "recurrences expected without the rule before too small a reduction flags it",
  withholdFlagged: "whether flagged rules stay out of prompts; else they are the first to give way",
};

/** What each alert threshold sets. */
export const ALERT_ABOUT: Readonly<Record<keyof AlertThresholds, string>> = {
  repeatCount: "the same agent and tag this often is an alert",
  repeatHours: "within so many consecutive hours",
  dropPoints: "the approval rate down by so many percentage points is an alert",
  dropSample: "decisions that both windows need before a drop counts",
  dominantShare: "one tag in more than this part of an agent's rejections is an alert",
  dominantRejections: "rejections needed before a share counts",
};
