import { codePoints } from "../text/code-points.ts";
import { z } from "zod";
import { isDateTime } from "../time/time.ts";

const ASPECTS = [
  "correctness",
  "completeness",
  "clarity",
  "consistency",
  "efficiency",
  "security",
  "style",
  "documentation",
  "testability",
  "maintainability",
] as const;
export const ITEM_SEVERITIES = ["critical", "major", "minor", "suggestion"] as const;
export const VERDICTS = ["accept", "refine", "reject", "escalate"] as const;
export const PHASES = ["initial", "refinement", "final"] as const;
const TARGET_TYPES = ["code", "document", "artifact", "configuration", "test", "schema"] as const;
export const LOCATION_TYPES = ["line", "range", "function", "section", "element", "path"] as const;

export type Aspect = (typeof ASPECTS)[number];
export type ItemSeverity = (typeof ITEM_SEVERITIES)[number];
export type Verdict = (typeof VERDICTS)[number];
export type Phase = (typeof PHASES)[number];
export type LocationType = (typeof LOCATION_TYPES)[number];

const text = (minLength: number, maxLength: number, description: string) =>
  z
    .string()
    .superRefine((value, context) => {
      const length = codePoints(value);
      const bound = { origin: "string", inclusive: true, input: value } as const;
      if (length < minLength) context.addIssue({ code: "too_small", minimum: minLength, ...bound });
      if (length > maxLength) context.addIssue({ code: "too_big", maximum: maxLength, ...bound });
    })
    .meta({ description, minLength, maxLength });

const share = (description: string) => z.number().min(0).max(1).describe(description);

const LocationSchema = z
  .looseObject({
    type: z.enum(LOCATION_TYPES),
    reference: z.string().describe("A line number, a range, a name, a heading or a path, as `type` says."),
    context_before: z.string().optional().describe("The text just before the problem."),
    context_after: z.string().optional().describe("The text just after the problem."),
  })
  .describe("Where the problem is; never optional.");

export const FeedbackItemSchema = z
  .looseObject({
    aspect: z.enum(ASPECTS).describe("Which quality it is about."),
    severity: z.enum(ITEM_SEVERITIES).describe("How much it matters."),
    score: share("How good this aspect is, from 0 to 1.").optional(),
    issue: text(20, 500, "What exactly is wrong and what happens because of it."),
    location: LocationSchema,
    suggestion: z
      .looseObject({
        action: text(20, 1000, "The change to make, as an instruction."),
        rationale: text(20, 500, "What the change will improve."),
        example: z.string().optional().describe("How it looks afterwards."),
        priority: z.int().min(1).max(10).optional().describe("1 comes first."),
      })
      .describe("What to do about it; never optional."),
    evidence: z
      .looseObject({
        test_result: z.string().optional(),
        metric: z.string().optional(),
        reference: z.string().optional(),
      })
      .optional()
      .describe("What supports the claim."),
  })
  .meta({ id: "FeedbackItem" });

const IterationSchema = z
  .looseObject({
    number: z.int().min(1).describe("Which round this is; never above `max`."),
    max: z.int().min(1).describe("How many rounds there may be."),
    phase: z.enum(PHASES),
  })
  .superRefine((iteration, context) => {
    if (iteration.number <= iteration.max) return;
    context.addIssue({
      code: "custom",
      path: ["number"],
      params: { code: "iteration_exceeds_max" },
      message: `round ${iteration.number} of at most ${iteration.max}`,
      input: iteration,
    });
  });

export const ActionableFeedbackSchema = z.looseObject({
  id: z.guid().describe("A UUID."),
  timestamp: z
    .string()
    .refine(isDateTime)
    .meta({ format: "date-time", description: "An RFC 3339 date and time." }),
  iteration: IterationSchema,
  target: z.looseObject({
    type: z.enum(TARGET_TYPES),
    path: z.string().describe("The file or artifact that is reviewed."),
    version: z.string().optional().describe("A version or commit."),
    context: z.string().optional(),
  }),
  feedback_items: z.array(FeedbackItemSchema).min(1),
  overall_assessment: z.looseObject({
    score: share("How good the whole is, from 0 to 1."),
    verdict: z.enum(VERDICTS).describe("Follows from the items, the score and the confidence."),
    summary: text(50, 500, "The assessment in a few sentences."),
    confidence: share("How sure the reviewer is, from 0 to 1.").optional(),
  }),
  quality_tracking: z
    .looseObject({
      feedback_followed: z.boolean().optional(),
      improvement_observed: z.boolean().optional(),
      improvement_delta: z.number().optional(),
      feedback_clarity_score: share("How clear the feedback was, in hindsight.").optional(),
    })
    .optional(),
});

export type FeedbackLocation = z.infer<typeof LocationSchema>;
export type FeedbackItem = z.infer<typeof FeedbackItemSchema>;
export type ActionableFeedback = z.infer<typeof ActionableFeedbackSchema>;

/** Stable codes of everything the lint can find. */
export type ViolationCode =
  | "unknown_input"
  | "missing_required_field"
  | "missing_location"
  | "missing_score"
  | "invalid_type"
  | "invalid_enum_value"
  | "invalid_format"
  | "too_short"
  | "too_long"
  | "too_few_items"
  | "out_of_range"
  | "iteration_exceeds_max"
  | "reference_mismatch"
  | "vague_issue"
  | "no_specific_problem"
  | "no_observable_effect"
  | "advisory_wording"
  | "no_concrete_action"
  | "no_expected_outcome"
  | "not_feedback"
  | "verdict_mismatch"
  | "location_unknown"
  | "too_many_violations";

export interface Span {
  /** Offset of the first UTF-16 unit. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

/** A reason why feedback cannot be acted on. A `note` alone does not make it unfit. */
export interface Violation {
  readonly code: ViolationCode;
  readonly severity: "error" | "note";
  /** What is wrong and where. */
  readonly message: string;
  /** The field, written `feedback_items[0].issue`; `text` for a bare comment, empty for the whole input. */
  readonly path: string;
  /** The problematic wording, as written. */
  readonly phrase?: string;
  /** The phrase's offsets in that field. */
  readonly span?: Span;
  /** How to write it instead. */
  readonly hint: string;
}

export const isFit = (violations: readonly Violation[]): boolean =>
  violations.every((violation) => violation.severity === "note");
