import type { GateCatalogue } from "../gate/gate-catalogue.ts";
import type { Rejection } from "../gate/rejection.ts";
import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackContext } from "./feedback-context.ts";
import { createReadingLog, type FeedbackReading } from "./feedback-reading.ts";
import { fieldOf, textOf, textsOf } from "./read-json.ts";
import { statedTime } from "./stated-time.ts";

/** As many gates as one record has tags for; the original keeps the rest. */
const MAX_EXPLAINED = 64;

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
  const issues = [...new Set(textsOf(fieldOf(rejection, "issues")))];
  const tags = issues.length === 0 ? [context.catalogue.fallback.tag] : issues;
  if (typeof rejection !== "object" || rejection === null) {
    log.skip("not_an_object", "", "expected a rejection with issues, source and ts");
    return log.read();
  }
  const gates = tags
    .slice(0, MAX_EXPLAINED)
    .map((tag) => context.catalogue.find(tag))
    .filter((gate) => gate !== undefined);
  const names = new Set(gates.map((gate) => gate.gate));
  const unregistered = tags
    .slice(0, MAX_EXPLAINED)
    .filter((tag) => context.catalogue.find(tag) === undefined);
  const source = textOf(rejection.source);
  const [onlyGate] = names;
  const record = buildFeedback(
    {
      source: { kind: "rejection", tool: source },
      author: context.author ?? { id: source ?? "validator", trust: "tool" },
      time: statedTime(rejection.ts, "ts", log),
      outcome: "rejected",
      part: "rejection",
      gate: names.size === 1 && unregistered.length === 0 ? onlyGate : undefined,
      // A tag that no pack explains is treated as blocking, as the comment tells the author to.
      severity:
        unregistered.length > 0 || gates.some((gate) => gate.severity === "blocking") ? "high" : "medium",
      tags,
      wrong: [...gates.map((gate) => gate.description), ...unregistered].join("; "),
      fix: gates.map((gate) => gate.fix).join("\n"),
      comment: context.comment,
      original: rejection,
    },
    context,
  );
  log.add(record, "");
  return log.read();
}
