import type { PastCorrection } from "./past-correction.ts";
import { buildFeedback } from "../feedback/build-feedback.ts";
import type { Feedback, FeedbackAuthor } from "../feedback/feedback.ts";

const NO_WORDS = "The user refused this call:";

/** A correction that was found in a past conversation, as a record. The same turn gives the same record in every run. */
export const feedbackOfCorrection = (
  correction: PastCorrection,
  context: { readonly now: string; readonly author: FeedbackAuthor },
): Feedback =>
  buildFeedback(
    {
      source: { kind: "signal", tool: correction.agent ?? correction.found, ref: correction.id },
      author: context.author,
      agent: correction.agent,
      run: correction.session,
      tags: ["correction", `correction_${correction.kind}`],
      comment:
        correction.remark === "" ? `${NO_WORDS} ${correction.act ?? "a tool call"}` : correction.remark,
      time: correction.time,
      eventKey: correction.id,
      original: {
        kind: correction.kind,
        act: correction.act ?? null,
        ...correction.origin,
      },
    },
    context,
  );
