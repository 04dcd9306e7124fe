import type { EffectVerdict } from "./effect.ts";

export const RULE_ADVICE = ["keep", "wait", "look", "modify_or_retire"] as const;

/** What to do about a rule in force. */
export interface RuleAdvice {
  readonly action: (typeof RULE_ADVICE)[number];
  /** In plain words; one or two sentences. */
  readonly message: string;
}

interface Measured {
  readonly verdict: EffectVerdict;
  /** Somebody, or Emend, flagged it as of no use, maybe long ago. */
  readonly isFlagged: boolean;
  /** How often the mistake came up since the rule settled. */
  readonly recurrences: number;
}

const LOOK = "Look at the newest cases";

/**
 * What a rule's measured effect asks of people. Everything that tells of a rule takes its advice from here, so that
 * nobody reads that a rule helps and should be retired.
 */
export function adviseOnRule({ verdict, isFlagged, recurrences }: Measured): RuleAdvice {
  const isBack = recurrences > 0;
  switch (verdict) {
    case "stabilising":
      return { action: "wait", message: "Wait: nothing is concluded while the rule settles." };
    case "helping":
      if (isFlagged) {
        return {
          action: "keep",
          message: "The rule helps by now. Keep it, which removes the flag.",
        };
      }
      return {
        action: "keep",
        message: isBack
          ? `The rule helps. Keep it. ${LOOK} to see what it misses.`
          : "The rule helps. Keep it.",
      };
    case "not_enough":
      return isBack || isFlagged
        ? { action: "look", message: `${LOOK}: there are too few runs to tell whether the rule helps.` }
        : { action: "wait", message: "Wait for more runs." };
    case "ineffective":
    case "worse":
      return {
        action: "modify_or_retire",
        message: isBack ? `${LOOK}, then modify or retire the rule.` : "Modify or retire the rule.",
      };
  }
}
