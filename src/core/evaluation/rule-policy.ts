import { fail, ok, type Result } from "../result.ts";

/** Everything about rules that a team may set otherwise. */
export interface RulePolicy {
  /** Distinct people who must approve a version before it comes into force. */
  readonly approvers: number;
  /** Whether the proposer's approval counts as one of them; it never suffices alone. */
  readonly proposerMayApprove: boolean;
  /** Occurrences that make feedback worth a rule. */
  readonly occurrences: number;
  /** Distinct people who say the same in the same words, which also makes it worth a rule. */
  readonly reviewers: number;
  /** Rules that one prompt holds. */
  readonly rulesPerAgent: number;
  /** Tokens that the section of rules may cost. */
  readonly tokenBudget: number;
  /** Days after which an undecided proposal expires. */
  readonly proposalExpiryDays: number;
  /** How often one version's expiry may be put off. */
  readonly deferrals: number;
  /** Days after coming into force in which nothing is concluded. */
  readonly stabilisingDays: number;
  /** Days in force after which a rule without effect is flagged. */
  readonly flagAfterDays: number;
  /** A smaller reduction than this is no effect. */
  readonly flagUnderReduction: number;
  /** Recurrences that must have been expected without the rule before too small a reduction flags it. */
  readonly flagExpected: number;
  /** Whether flagged rules stay out of prompts; else they are the first to give way. */
  readonly withholdFlagged: boolean;
}

/** `flagExpected`: with 3 expected and none seen, chance alone has 5 % left. */
export const DEFAULT_RULE_POLICY: RulePolicy = {
  approvers: 2,
  proposerMayApprove: true,
  occurrences: 3,
  reviewers: 2,
  rulesPerAgent: 20,
  tokenBudget: 1_500,
  proposalExpiryDays: 7,
  deferrals: 4,
  stabilisingDays: 7,
  flagAfterDays: 30,
  flagUnderReduction: 0.1,
  flagExpected: 3,
  withholdFlagged: false,
};

export interface PolicyProblem {
  readonly code: "invalid_policy";
  readonly field: keyof RulePolicy;
  readonly message: string;
}

type Range = readonly [least: number, most: number, whole: boolean];

/** Least and most of each number, and whether it is a whole one. */
export const RULE_POLICY_RANGES: Readonly<Record<NumberField, Range>> = {
  approvers: [1, 20, true],
  occurrences: [2, 1_000, true],
  reviewers: [2, 100, true],
  rulesPerAgent: [0, 1_000, true],
  tokenBudget: [0, 1_000_000, true],
  proposalExpiryDays: [0.01, 365, false],
  deferrals: [0, 50, true],
  stabilisingDays: [0, 365, false],
  flagAfterDays: [0, 3_650, false],
  flagUnderReduction: [0, 1, false],
  flagExpected: [0, 1_000, false],
};

type NumberField = {
  readonly [K in keyof RulePolicy]: RulePolicy[K] extends number ? K : never;
}[keyof RulePolicy];

const SWITCHES = ["proposerMayApprove", "withholdFlagged"] as const;

/** Defaults with some replaced; every replacement out of its range is reported. */
export function rulePolicy(changed: Partial<RulePolicy> = {}): Result<RulePolicy, readonly PolicyProblem[]> {
  const policy: RulePolicy = { ...DEFAULT_RULE_POLICY, ...changed };
  const problems: PolicyProblem[] = [];
  const report = (field: keyof RulePolicy, expected: string): void => {
    const got = String(policy[field]).slice(0, 40);
    problems.push({ code: "invalid_policy", field, message: `expected ${field} as ${expected}, got ${got}` });
  };
  for (const field of Object.keys(RULE_POLICY_RANGES) as NumberField[]) {
    const [least, most, whole] = RULE_POLICY_RANGES[field];
    const value = policy[field];
    if (!(value >= least && value <= most) || (whole && !Number.isInteger(value))) {
      report(field, `a ${whole ? "whole " : ""}number from ${least} to ${most}`);
    }
  }
  for (const field of SWITCHES) {
    if (typeof policy[field] !== "boolean") report(field, "true or false");
  }
  if (problems.length === 0 && policy.flagAfterDays < policy.stabilisingDays) {
    report("flagAfterDays", `at least the ${policy.stabilisingDays} days of stabilisingDays`);
  }
  return problems.length > 0 ? fail(problems) : ok(policy);
}
