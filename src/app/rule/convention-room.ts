import type { Feedback } from "../../core/feedback/feedback.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

/** Proposals for each hundred remarks that are kept as conventions: a history is long, and people's patience is not. */
const PER_HUNDRED = 3;
/** A short history may give so many. */
const LEAST = 3;
/** More remarks than this are not counted: nobody looks at that many proposals at once. */
const MOST_COUNTED = 2_000;
const PAGE = 500;

/** Whether a proposal rests on reviews of people's own work alone. */
export const isConvention = (feedback: readonly Feedback[]): boolean =>
  feedback.length > 0 && feedback.every(({ convention }) => convention === true);

/** How many more rules may be proposed from conventions while others wait. */
export async function conventionRoom(parts: {
  readonly feedback: Pick<FeedbackStore, "findAll" | "list">;
  readonly rules: Pick<RuleStore, "pending">;
}): Promise<number> {
  let waiting = 0;
  for (const rule of await parts.rules.pending()) {
    if (isConvention(await parts.feedback.findAll(evidenceOf(rule)))) waiting += 1;
  }
  const most = Math.max(LEAST, Math.floor((PER_HUNDRED * (await countConventions(parts.feedback))) / 100));
  return Math.max(0, most - waiting);
}

const evidenceOf = (rule: Rule): readonly string[] =>
  findVersion(rule, rule.pending)?.evidence.slice(0, PAGE) ?? [];

async function countConventions(feedback: Pick<FeedbackStore, "list">): Promise<number> {
  let count = 0;
  let read = 0;
  let after: string | undefined;
  do {
    const page = await feedback.list({ agent: "", limit: PAGE, ...(after === undefined ? {} : { after }) });
    count += page.items.filter(({ convention }) => convention === true).length;
    read += page.items.length;
    after = page.next;
  } while (after !== undefined && read < MOST_COUNTED);
  return count;
}
