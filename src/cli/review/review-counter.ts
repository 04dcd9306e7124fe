import { reasonOf } from "../../core/event/retry-delay.ts";
import type { ParsedReview } from "../../core/review/parse-review.ts";
import { NOT_COUNTED } from "../../core/rollout/review-assignment.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { CliIo } from "../cli-io.ts";
import { safeLine } from "../terminal/safe-text.ts";

export interface ReviewCounter {
  readonly count: (parsed: ParsedReview, version: VersionPair, assignment?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const COUNTS_NOTHING: ReviewCounter = { count: async () => {}, close: async () => {} };

/**
 * Counts answers where that is asked for. Whoever checks a review wants its findings, so a store that fails is told
 * once on standard error and changes nothing else.
 */
export async function openReviewCounter(
  io: CliIo,
  { count, store: file }: { readonly count?: boolean; readonly store?: string },
): Promise<ReviewCounter> {
  if (count !== true) return COUNTS_NOTHING;
  const told = (error: unknown): ReviewCounter => {
    io.stderr.write(`emend: the review was not counted: ${safeLine(reasonOf(error))}\n`);
    return COUNTS_NOTHING;
  };
  try {
    const { openEmend } = await import("../open/open-emend.ts");
    const { rollouts, close } = await openEmend(io, { file, create: true });
    let counter: ReviewCounter["count"] = async (parsed, version, assignment) => {
      const { reason } = await rollouts.countReview(parsed, version, assignment);
      if (reason === null) return;
      io.stderr.write(`emend: not counted for the rollout: ${NOT_COUNTED[reason]} [${reason}]\n`);
    };
    return {
      count: (parsed, version, assignment) =>
        counter(parsed, version, assignment).catch((error: unknown) => {
          counter = told(error).count;
        }),
      close,
    };
  } catch (error) {
    return told(error);
  }
}
