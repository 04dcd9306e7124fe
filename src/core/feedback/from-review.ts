import { defined } from "../defined.ts";
import type { Review } from "../review/review.ts";
import { buildFeedback } from "./build-feedback.ts";
import { type FeedbackContext, REVIEWER } from "./feedback-context.ts";
import { createReadingLog, type FeedbackReading } from "./feedback-reading.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_SEVERITIES } from "./feedback.ts";
import { isJsonObject } from "../json/json-object.ts";
import { fieldOf, lineOf, listOf, oneOf, textOf } from "../json/read-json.ts";
import { targetLines } from "./target-lines.ts";

/** One record for each finding. A review decides nothing, so no record has an outcome. */
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
              ...pathOf(textOf(finding["file"])),
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

const pathOf = (path: string | undefined): { readonly path?: string } => defined({ path });
