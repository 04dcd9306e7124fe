import { defined } from "../defined.ts";
import type { Review } from "../review/review.ts";
import { buildFeedback, targetLines, statedTime } from "./build-feedback.ts";
import {
  type FeedbackContext,
  REVIEWER,
  createReadingLog,
  type FeedbackReading,
  skipped,
} from "./feedback-reading.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_SEVERITIES,
  type FeedbackCategory,
  type FeedbackSeverity,
  type TargetLocation,
} from "./feedback.ts";
import { isJsonObject, issuePath, fieldOf, lineOf, listOf, oneOf, textOf } from "../json/json.ts";
import {
  type Aspect,
  type FeedbackItem,
  FeedbackItemSchema,
  type ItemSeverity,
} from "../actionable/actionable-feedback.ts";

/** Makes one record per finding. A review decides nothing, so no record has an outcome. */
export function fromReview(review: Review, context: FeedbackContext): FeedbackReading {
  const log = createReadingLog();
  const findings: readonly unknown[] = listOf(fieldOf(review, "findings"));
  for (const [index, finding] of findings.entries()) {
    const path = `findings[${index}]`;
    const title = textOf(fieldOf(finding, "title"));
    const message = textOf(fieldOf(finding, "message"));
    if (!isJsonObject(finding)) {
      log.skip("not_an_object", path, "expected a finding as an object");
    } else if (title === undefined && message === undefined) {
      log.skip("nothing_said", path, "expected a title or a message that says what is wrong");
    } else {
      const ref = textOf(finding["id"]);
      const category = oneOf(finding["category"], FEEDBACK_CATEGORIES);
      log.add(
        buildFeedback(
          {
            source: { kind: "review", ref },
            author: context.author ?? REVIEWER,
            part: ref,
            target: {
              ...defined({ path: textOf(finding["file"]) }),
              ...targetLines(lineOf(finding["line"]), lineOf(finding["end_line"])),
            },
            severity: oneOf(finding["severity"], FEEDBACK_SEVERITIES),
            category,
            tags: [category, textOf(finding["rule_id"])].filter((tag) => tag !== undefined),
            wrong: [title, message].filter((part) => part !== undefined).join(": "),
            fix: textOf(finding["suggestion"]),
            original: finding,
          },
          context,
        ),
        path,
      );
    }
  }
  return log.read();
}

/** The inverse of the table that turns findings into items; `suggestion` maps to the more severe of its two. */
export const SEVERITY_OF_ITEM = {
  critical: "critical",
  major: "high",
  minor: "medium",
  suggestion: "low",
} as const satisfies Record<ItemSeverity, FeedbackSeverity>;

export const CATEGORY_OF_ASPECT = {
  correctness: "correctness",
  completeness: "completeness",
  clarity: "clarity",
  consistency: "consistency",
  efficiency: "performance",
  security: "security",
  style: "style",
  documentation: "documentation",
  testability: "test",
  maintainability: "maintainability",
} as const satisfies Record<Aspect, FeedbackCategory>;

/**
 * Makes one record per item of an actionable-feedback document. The verdict is about a round of work, not about a
 * submission, so no record has an outcome.
 */
export function fromActionable(input: unknown, context: FeedbackContext): FeedbackReading {
  const items = fieldOf(input, "feedback_items");
  if (!isJsonObject(input) || !Array.isArray(items)) {
    return skipped("not_an_object", "", "expected a document with feedback_items");
  }
  const log = createReadingLog();
  const documentId = textOf(input["id"]);
  const time = statedTime(input["timestamp"], "timestamp", log);
  const path = textOf(fieldOf(input["target"], "path"));
  for (const [index, raw] of items.entries()) {
    const at = `feedback_items[${index}]`;
    const parsed = FeedbackItemSchema.safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issuePath(issue?.path ?? [], at);
      log.skip("invalid_value", where, issue?.message ?? "expected a feedback item");
      continue;
    }
    const item = parsed.data;
    log.add(
      buildFeedback(
        {
          source: { kind: "actionable", ref: documentId },
          author: context.author ?? REVIEWER,
          eventKey: documentId === undefined ? undefined : `${documentId}#${index}`,
          part: String(index),
          time,
          target: { ...defined({ path }), ...locationOf(item.location) },
          severity: SEVERITY_OF_ITEM[item.severity],
          category: CATEGORY_OF_ASPECT[item.aspect],
          tags: [CATEGORY_OF_ASPECT[item.aspect]],
          wrong: item.issue,
          fix: item.suggestion.action,
          original: raw,
        },
        context,
      ),
      at,
    );
  }
  return log.read();
}

function locationOf({ type, reference }: FeedbackItem["location"]): { readonly location?: TargetLocation } {
  if (type !== "line" && type !== "range") return { location: { type, reference } };
  const [first = "", last = first] = reference.slice(0, 40).split("-", 2);
  return targetLines(lineNumber(first), lineNumber(last));
}

const lineNumber = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text.trim()) ? lineOf(Number(text)) : undefined;
