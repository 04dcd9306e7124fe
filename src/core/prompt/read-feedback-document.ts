import { defined } from "../defined.ts";
import type {
  ActionableFeedback,
  FeedbackItem,
  Verdict,
  Violation,
} from "../actionable/actionable-feedback.ts";
import { lintFeedback } from "../actionable/lint-feedback.ts";
import { isRecord } from "../actionable/lint-item.ts";
import { computeVerdict } from "../actionable/verdict.ts";
import { fail, ok, type Result } from "../result.ts";
import type { Signal } from "../signal/signal.ts";

/** An actionable-feedback document or item, prepared for a refinement. */
export interface FeedbackDocument {
  /** One per item, worst first; empty if the work is accepted or a person has to look. */
  readonly signals: readonly Signal[];
  /** The computed verdict if the document's own contradicts it. */
  readonly verdict: Verdict;
  /** The number of items that are not actionable. */
  readonly unfit: number;
  /** The number of items beyond the limit of one refinement. */
  readonly beyond: number;
}

/** Prompts that ask for more at once are followed less. */
const MAX_ITEMS = 10;
/** In UTF-16 code units; longer text is a log. */
const MAX_DOCUMENT = 1_000_000;

/**
 * Reads an actionable-feedback document or item. Returns undefined for any other text, and the violations if it
 * looks like such a document but does not match the schema.
 */
export function readFeedbackDocument(
  feedback: unknown,
): Result<FeedbackDocument, readonly Violation[]> | undefined {
  const input = typeof feedback === "string" ? parseObject(feedback) : feedback;
  if (!isRecord(input)) return undefined;
  if (!Array.isArray(input["feedback_items"]) && !(isRecord(input["suggestion"]) && "issue" in input)) {
    return undefined;
  }
  const lint = lintFeedback(input);
  if (lint.kind === "item" && lint.item !== undefined) {
    return ok(documentOf(lint.actionable ? [lint.item] : [], 1, "refine"));
  }
  if (lint.kind !== "document" || lint.document === undefined) return fail(lint.violations);
  const { document } = lint;
  const fit = document.feedback_items.filter((_, index) => lint.items[index]?.actionable === true);
  return ok(documentOf(fit, document.feedback_items.length, verdictOf(document)));
}

function parseObject(text: string): unknown {
  if (text.length > MAX_DOCUMENT || !/^\uFEFF?\s{0,1000}\{/.test(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function verdictOf({ feedback_items: items, overall_assessment, iteration }: ActionableFeedback): Verdict {
  const { score, confidence, verdict } = overall_assessment;
  const table = computeVerdict({
    items,
    score,
    iteration,
    ...defined({ confidence }),
  });
  return table.allowed.includes(verdict) ? verdict : table.verdict;
}

function documentOf(items: readonly FeedbackItem[], total: number, verdict: Verdict): FeedbackDocument {
  const type = SIGNAL_OF_VERDICT[verdict];
  const used = items.toSorted(byWeight).slice(0, MAX_ITEMS);
  return {
    signals: type === undefined ? [] : used.map((item) => signalOf(item, type)),
    verdict,
    unfit: total - items.length,
    beyond: items.length - used.length,
  };
}

/** Work to refine is partly right, and rejected work has to be redone. Accepted and escalated work needs neither. */
const SIGNAL_OF_VERDICT: Readonly<Partial<Record<Verdict, "partial_success" | "user_rejection">>> = {
  refine: "partial_success",
  reject: "user_rejection",
};

const WEIGHT = { critical: 0, major: 1, minor: 2, suggestion: 3 } as const;
const LAST = 10;

const byWeight = (a: FeedbackItem, b: FeedbackItem): number =>
  WEIGHT[a.severity] - WEIGHT[b.severity] ||
  (a.suggestion.priority ?? LAST) - (b.suggestion.priority ?? LAST);

/**
 * If everything has to be redone, the goal contains both, with the action first, because the end of a long fact is
 * cut.
 */
function signalOf(
  { issue, suggestion: { action } }: FeedbackItem,
  type: "partial_success" | "user_rejection",
): Signal {
  const clarification =
    type === "user_rejection" ? `${action.replace(/[\s.]{1,20}$/, "")} (${issue})` : action;
  return { type, confidence: 1, evidence: [], facts: { gap: issue, clarification } };
}
