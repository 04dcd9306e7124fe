import type { GateCatalogue } from "../gate/gate.ts";
import { type Rejection, rejectionVerdict } from "../gate/rejection.ts";
import { type FeedbackDraft, buildFeedback, statedTime } from "./build-feedback.ts";
import { asksForChange } from "../gate/asks-for-change.ts";
import { fieldOf, textsOf, textOf } from "../json/json.ts";
import { type FeedbackContext, createReadingLog, type FeedbackReading, skipped } from "./feedback-reading.ts";

/** The number of tags that one record can hold; the original keeps the rest. */
const MAX_EXPLAINED = 64;

type RejectionFields = Required<Pick<FeedbackDraft, "severity" | "tags" | "wrong" | "fix">> &
  Pick<FeedbackDraft, "gate" | "outcome">;

/**
 * The fields of a rejection: its tags, and the descriptions and fixes of their gates. Warnings alone reject
 * nothing, so they have no outcome. If no gate was named and the reviewer's words say what to change, only those
 * words are used.
 */
export function rejectionFields(
  rejection: Rejection,
  catalogue: GateCatalogue,
  words: string | undefined,
): RejectionFields {
  const issues = [...new Set(textsOf(fieldOf(rejection, "issues")))];
  const tags = issues.length === 0 ? [catalogue.fallback.tag] : issues;
  const explained = tags.slice(0, MAX_EXPLAINED);
  const gates = explained.map((tag) => catalogue.find(tag)).filter((gate) => gate !== undefined);
  const unregistered = explained.filter((tag) => catalogue.find(tag) === undefined);
  const names = new Set(gates.map((gate) => gate.gate));
  const [onlyGate] = names;
  const relevant = asksForChange(words) ? gates.filter(({ tag }) => tag !== catalogue.fallback.tag) : gates;
  return {
    ...(rejectionVerdict(tags, catalogue) === "warnings" ? {} : { outcome: "rejected" as const }),
    gate: names.size === 1 && unregistered.length === 0 ? onlyGate : undefined,
    // An unregistered tag is treated as blocking, as the comment tells the author.
    severity:
      unregistered.length > 0 || gates.some((gate) => gate.severity === "blocking") ? "high" : "medium",
    tags,
    wrong: [...relevant.map((gate) => gate.description), ...unregistered].join("; "),
    fix: relevant.map((gate) => gate.fix).join("\n"),
  };
}

export interface RejectionContext extends FeedbackContext {
  /** Looks up what the tags mean and how to fix them. */
  readonly catalogue: GateCatalogue;
  /** The reviewer's note beside the tags. */
  readonly comment?: string;
}

/**
 * Makes one record with all the tags rather than one per tag: a submission that is rejected once is one rejection,
 * while patterns count each tag.
 */
export function fromRejection(rejection: Rejection, context: RejectionContext): FeedbackReading {
  if (typeof rejection !== "object" || rejection === null) {
    return skipped("not_an_object", "", "expected a rejection with issues, source and ts");
  }
  const log = createReadingLog();
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
