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

/** An actionable-feedback document, or one item of it, as a refinement takes it. */
export interface FeedbackDocument {
  /** One for each item that is taken, the worst first; empty where the work is accepted or a person has to look. */
  readonly signals: readonly Signal[];
  /** That of the table where the document's own contradicts it. */
  readonly verdict: Verdict;
  /** Items that nobody can act on. */
  readonly unfit: number;
  /** Items past the most that one refinement takes. */
  readonly beyond: number;
}

/** A prompt that asks for more at once is followed less. */
const MOST_ITEMS = 10;
/** In UTF-16 code units; whatever is longer is a log. */
const MAX_DOCUMENT = 1_000_000;

/**
 * Reads feedback that is an actionable-feedback document, or an item of one. Answers undefined for any other
 * text, and the violations where it is meant as such a document and does not fit its schema.
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

function documentOf(items: readonly FeedbackItem[], given: number, verdict: Verdict): FeedbackDocument {
  const type = SIGNAL_OF_VERDICT[verdict];
  const taken = items.toSorted(byWeight).slice(0, MOST_ITEMS);
  return {
    signals: type === undefined ? [] : taken.map((item) => signalOf(item, type)),
    verdict,
    unfit: given - items.length,
    beyond: items.length - taken.length,
  };
}

/** Work to refine is partly right, rejected work has to be done anew; what is accepted or escalated asks for neither. */
const SIGNAL_OF_VERDICT: Readonly<Partial<Record<Verdict, "partial_success" | "user_rejection">>> = {
  refine: "partial_success",
  reject: "user_rejection",
};

const WEIGHT = { critical: 0, major: 1, minor: 2, suggestion: 3 } as const;
const LAST = 10;

const byWeight = (a: FeedbackItem, b: FeedbackItem): number =>
  WEIGHT[a.severity] - WEIGHT[b.severity] ||
  (a.suggestion.priority ?? LAST) - (b.suggestion.priority ?? LAST);

/** Where all is to be done anew the goal carries both, the action first, since the end of a long fact is cut. */
function signalOf(
  { issue, suggestion: { action } }: FeedbackItem,
  type: "partial_success" | "user_rejection",
): Signal {
  const clarification =
    type === "user_rejection" ? `${action.replace(/[\s.]{1,20}$/, "")} (${issue})` : action;
  return { type, confidence: 1, evidence: [], facts: { gap: issue, clarification } };
}
