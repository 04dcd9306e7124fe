import type { Feedback } from "../../core/feedback/feedback.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

/** Proposals for each hundred remarks that are kept as conventions: a history is long, and people's patience is not. */
const PER_HUNDRED = 3;
/** A short history may give so many. */
const LEAST = 3;

/** Whether a proposal rests on reviews of people's own work alone. */
export const isConvention = (feedback: readonly Feedback[]): boolean =>
  feedback.length > 0 && feedback.every(({ convention }) => convention === true);

/** How many more rules may be proposed from so many conventions while others wait. */
export async function conventionRoom(
  parts: {
    readonly feedback: Pick<FeedbackStore, "findAll">;
    readonly rules: Pick<RuleStore, "pending">;
  },
  conventions: number,
): Promise<number> {
  let waiting = 0;
  for (const rule of await parts.rules.pending()) {
    if (isConvention(await parts.feedback.findAll(evidenceOf(rule)))) waiting += 1;
  }
  return Math.max(0, Math.max(LEAST, Math.floor((PER_HUNDRED * conventions) / 100)) - waiting);
}

const PAGE = 500;
const evidenceOf = (rule: Rule): readonly string[] =>
  findVersion(rule, rule.pending)?.evidence.slice(0, PAGE) ?? [];
