import { compareWishes } from "../../english/compare-wishes.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { isEvidence } from "../../feedback/kind-of-feedback.ts";
import { type ReadRemarks, readRemarks, remarkOfFeedback } from "../draft/read-remarks.ts";
import { textTerms } from "../draft/draft.ts";
import { tryDraft } from "../draft/try-draft.ts";
import { readsAsOrder } from "../../rule-text/reads-as-order.ts";

/**
 * Why a text that a model wrote must not become a rule, or undefined if it may. It is checked against the evidence
 * like every draft: nobody whose words count may want the opposite, and it must be about what they say.
 */
export function tryWords(text: string, feedback: readonly Feedback[]): string | undefined {
  if (!readsAsOrder(text)) return "it does not say what to do";
  const read = readEvidence(feedback);
  if (wantsOpposites(read)) return "people want opposite things";
  return tryDraft(text, read).problem ?? (isAbout(text, read) ? undefined : "it is about something else");
}

/** Whether people may want opposite things. Then they are asked, and no model writes one rule for both. */
export const isDisputed = (feedback: readonly Feedback[]): boolean => wantsOpposites(readEvidence(feedback));

const readEvidence = (feedback: readonly Feedback[]): ReadRemarks =>
  readRemarks(feedback.filter(isEvidence).map(remarkOfFeedback));

/** Whether two remarks share no wish and have opposite ones. */
const wantsOpposites = ({ all }: ReadRemarks): boolean =>
  all.some(({ reading: one }, at) =>
    all.slice(at + 1).some(({ reading: other }) => {
      const relations = new Set(
        one.wishes.flatMap((wish) => other.wishes.map((against) => compareWishes(wish, against))),
      );
      return relations.has("opposite") && !relations.has("same");
    }),
  );

/** Whether half of the remarks share a term with the text. Remarks in another language or without words cannot tell. */
function isAbout(text: string, { all }: ReadRemarks): boolean {
  const telling = all.filter(({ reading, terms }) => reading.language === "english" && terms.size > 0);
  const own = textTerms(text);
  const covered = telling.filter(({ terms }) => own.some((term) => terms.has(term))).length;
  return 2 * covered >= telling.length;
}
