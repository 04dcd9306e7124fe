import { fail, ok, type Result } from "../result.ts";

/** Settings for rules. */
export interface RulePolicy {
  /** Different people who must approve a version. */
  readonly approvers: number;
  /** Whether the proposer counts as one of them; never alone. */
  readonly proposerMayApprove: boolean;
  /** Occurrences that justify a rule. */
  readonly occurrences: number;
  /** Different people with the same words, which also justifies a rule. */
  readonly reviewers: number;
  /** The most rules per prompt. */
  readonly rulesPerAgent: number;
  /** The token budget of the rules section. */
  readonly tokenBudget: number;
  /** Days after which an undecided proposal expires. */
  readonly proposalExpiryDays: number;
  /** How often a version's expiry may be deferred. */
  readonly deferrals: number;
  /** Days after activation during which nothing is concluded. */
  readonly stabilisingDays: number;
  /** Days in force after which a rule without effect is flagged. */
  readonly flagAfterDays: number;
  /** A smaller reduction counts as no effect. */
  readonly flagUnderReduction: number;
  /** Recurrences expected without the rule that are needed to flag it. */
  readonly flagExpected: number;
  /** Whether flagged rules are left out of prompts; otherwise they are the first to be dropped. */
  readonly withholdFlagged: boolean;
}

/** `flagExpected`: with 3 expected, seeing none has a probability of 5 %. */
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

/** The range of each number, and whether it is an integer. */
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

/** The defaults with overrides; reports every override out of range. */
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
