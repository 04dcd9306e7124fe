import { kindOfRemark, type RemarkKind } from "../english/kind-of-remark.ts";
import type { Feedback } from "./feedback.ts";
import { instructionOf } from "./instruction-of.ts";

/**
 * What a record is for. Whoever refuses work, names a fault or brings a change corrects it. A mere remark is what its
 * words say, and an approval corrects only what its words ask for.
 */
export function kindOfFeedback(feedback: Feedback): RemarkKind {
  const { comment, correction, source } = feedback;
  const byAuthor = feedback.by_author === true;
  const outcome = feedback.outcome ?? feedback.claimed_outcome ?? null;
  const approves = outcome === "approved";
  if (!byAuthor) {
    if (outcome !== null && !approves) return "correction";
    if (feedback.fix !== undefined || feedback.wrong !== undefined || correction !== undefined)
      return "correction";
    // A signal was read as what it is when it was taken in.
    if (source.kind === "signal" && !approves) return "correction";
  }
  if (comment === undefined) return approves ? "agreement" : byAuthor ? "reply" : "correction";
  const isReply = source.reply_to !== undefined;
  const { kind } = kindOfRemark(comment, { isReply, byReviewer: isReply, byAuthor, approves });
  // "In this repo we use pnpm" asks for nothing in so many words, and yet for something from now on.
  return kind !== "correction" && instructionOf(feedback) !== undefined ? "correction" : kind;
}

/** Whether a record is an occurrence of a mistake. */
export const isCorrection = (feedback: Feedback): boolean => kindOfFeedback(feedback) === "correction";
