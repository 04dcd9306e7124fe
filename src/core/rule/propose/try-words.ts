import type { Feedback } from "../../feedback/feedback.ts";
import { isEvidence } from "../../feedback/is-evidence.ts";
import { readRemarks } from "../draft/read-remarks.ts";
import { remarkOfFeedback } from "../draft/remark-of-feedback.ts";
import { tryDraft } from "../draft/try-draft.ts";
import { readsAsOrder } from "../reads-as-order.ts";

/**
 * Why a text that a model wrote must not become a rule, in plain words; nothing if it may. It is tried on the evidence
 * like every draft, and nobody whose words count may want the contrary.
 */
export function tryWords(text: string, feedback: readonly Feedback[]): string | undefined {
  if (!readsAsOrder(text)) return "it does not say what to do";
  const evidence = feedback.filter(isEvidence).map(remarkOfFeedback);
  return tryDraft(text, readRemarks(evidence)).problem;
}
