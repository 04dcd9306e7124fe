import type { GateCatalogue } from "../gate/gate.ts";
import { type Rejection, rejectionVerdict } from "../gate/rejection.ts";
import { type FeedbackDraft, buildFeedback, statedTime } from "./build-feedback.ts";
import { saysWhatIsWanted } from "../gate/says-what-is-wanted.ts";
import { fieldOf, textsOf, textOf } from "../json/json.ts";
import { type FeedbackContext, createReadingLog, type FeedbackReading } from "./feedback-reading.ts";

/** As many gates as one record has tags for; the original keeps the rest. */
const MAX_EXPLAINED = 64;

type RejectionFields = Required<Pick<FeedbackDraft, "severity" | "tags" | "wrong" | "fix">> &
  Pick<FeedbackDraft, "gate" | "outcome">;

/**
 * What a refusal says, wherever it was found: its tags, and what the catalogue knows of them. Warnings refuse nothing, so
 * they have no outcome. If no gate was named and the reviewer's words say what is wanted, the words stand alone.
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
  const told = saysWhatIsWanted(words) ? gates.filter(({ tag }) => tag !== catalogue.fallback.tag) : gates;
  return {
    ...(rejectionVerdict(tags, catalogue) === "warnings" ? {} : { outcome: "rejected" as const }),
    gate: names.size === 1 && unregistered.length === 0 ? onlyGate : undefined,
    // A tag that no pack explains is treated as blocking, as the comment tells the author to.
    severity:
      unregistered.length > 0 || gates.some((gate) => gate.severity === "blocking") ? "high" : "medium",
    tags,
    wrong: [...told.map((gate) => gate.description), ...unregistered].join("; "),
    fix: told.map((gate) => gate.fix).join("\n"),
  };
}

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
