import type { ActionableFeedback, FeedbackItem } from "../src/core/actionable/actionable-feedback.ts";

export interface ItemParts {
  readonly issue: string;
  readonly action?: string;
  readonly at?: readonly [type: FeedbackItem["location"]["type"], reference: string];
  readonly severity?: FeedbackItem["severity"];
  readonly aspect?: FeedbackItem["aspect"];
}

/** An item with what a test does not care about filled in. */
const makeItem = ({
  issue,
  action = `Change it so that this no longer holds: ${issue}`.slice(0, 900),
  at: [type, reference] = ["line", "3"],
  severity = "major",
  aspect = "correctness",
}: ItemParts): FeedbackItem => ({
  aspect,
  severity,
  issue,
  location: { type, reference },
  suggestion: { action, rationale: "Whoever depends on this work is spared the problem." },
});

export interface DocumentParts {
  readonly items?: readonly ItemParts[];
  readonly score?: number;
  readonly verdict?: ActionableFeedback["overall_assessment"]["verdict"];
  readonly max?: number;
  readonly path?: string;
  readonly version?: string;
  readonly tracking?: ActionableFeedback["quality_tracking"];
  readonly id?: string;
}

/** A document of a round that fits the standard. */
export const makeDocument = (
  number: number,
  {
    items = [{ issue: "The total is off by one when the list is empty" }],
    score = 0.6,
    verdict = "refine",
    max = 10,
    path = "src/total.ts",
    version,
    tracking,
    id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  }: DocumentParts = {},
): ActionableFeedback => ({
  id,
  timestamp: new Date(Date.UTC(2026, 2, 1, 9, number)).toISOString(),
  iteration: { number, max: Math.max(max, number), phase: number === 1 ? "initial" : "refinement" },
  target: { type: "code", path, ...(version === undefined ? {} : { version }) },
  feedback_items: items.map(makeItem),
  overall_assessment: {
    score,
    verdict,
    summary: "The work does what was asked for in most cases; the items below say what is left to do.",
  },
  ...(tracking === undefined ? {} : { quality_tracking: tracking }),
});
