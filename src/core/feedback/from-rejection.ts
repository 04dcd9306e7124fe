import type { GateCatalogue } from "../gate/gate-catalogue.ts";
import type { Rejection } from "../gate/rejection.ts";
import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackContext } from "./feedback-context.ts";
import { createReadingLog, type FeedbackReading } from "./feedback-reading.ts";
import { textOf } from "../json/read-json.ts";
import { rejectionFields } from "./rejection-fields.ts";
import { statedTime } from "./stated-time.ts";

export interface RejectionContext extends FeedbackContext {
  /** Where the tags' meaning and fix are looked up. */
  readonly catalogue: GateCatalogue;
  /** The reviewer's note beside the tags. */
  readonly comment?: string;
}

/**
 * One record with all the tags, and never one for each: a submission that is refused once counts as one
 * rejection, while patterns count each of its tags.
 */
export function fromRejection(rejection: Rejection, context: RejectionContext): FeedbackReading {
  const log = createReadingLog();
  if (typeof rejection !== "object" || rejection === null) {
    log.skip("not_an_object", "", "expected a rejection with issues, source and ts");
    return log.read();
  }
  const source = textOf(rejection.source);
  const record = buildFeedback(
    {
      ...rejectionFields(rejection, context.catalogue, context.comment),
      source: { kind: "rejection", tool: source },
      author: context.author ?? { id: source ?? "validator", trust: "tool" },
      time: statedTime(rejection.ts, "ts", log),
      part: "rejection",
      comment: context.comment,
      original: rejection,
    },
    context,
  );
  log.add(record, "");
  return log.read();
}
