import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackContext } from "./feedback-context.ts";
import type { Feedback, FeedbackAuthor } from "./feedback.ts";

/** The tag of what a person told an agent once and for all. */
const TAG = "standing_instruction";

/** One record of a standing instruction, with the sentence it was given in and nothing else that was said. */
export const fromInstruction = (
  sentence: string,
  context: FeedbackContext & { readonly author: FeedbackAuthor },
): Feedback =>
  buildFeedback(
    {
      source: { kind: "signal" },
      author: context.author,
      tags: [TAG],
      comment: sentence,
      original: { standing_instruction: sentence },
    },
    context,
  );
