import { type ActionableFeedback, ActionableFeedbackSchema } from "./actionable-feedback.ts";
import { publishSchema } from "../json/json.ts";

/** Example documents that pass the whole lint, strict profile included. */
export const EXAMPLE_DOCUMENTS: readonly ActionableFeedback[] = [
  {
    id: "6c1f0d3a-58b2-4a7e-9a41-d0b7f2c4e815",
    timestamp: "2026-03-04T08:15:00Z",
    iteration: { number: 1, max: 4, phase: "initial" },
    target: { type: "code", path: "src/billing/invoice-import.ts", version: "9f31c2d" },
    feedback_items: [
      {
        aspect: "security",
        severity: "critical",
        score: 0.2,
        issue:
          "`loadInvoice()` joins the file name from the request onto the upload folder, so `../` reads any file of the server",
        location: {
          type: "function",
          reference: "loadInvoice()",
          context_before: "const file = join(UPLOADS, name)",
        },
        suggestion: {
          action:
            "Resolve the path and throw a `BadRequestError` when it does not start with the upload folder",
          rationale: "Keeps requests inside the upload folder, so no other file can be read",
          example:
            'const file = resolve(UPLOADS, name);\nif (!file.startsWith(UPLOADS + sep)) throw new BadRequestError("name");',
          priority: 1,
        },
        evidence: { test_result: "GET /invoices?name=../../etc/passwd answered 200" },
      },
      {
        aspect: "correctness",
        severity: "major",
        score: 0.5,
        issue: "Amounts are summed as floating point numbers, so an invoice with 30 lines is off by one cent",
        location: { type: "range", reference: "88-97" },
        suggestion: {
          action: "Add up whole cents and divide by 100 only where the total is shown",
          rationale: "Whole numbers add up exactly, so totals agree with the ledger",
          priority: 2,
        },
      },
    ],
    overall_assessment: {
      score: 0.4,
      verdict: "refine",
      summary:
        "The import works for well-formed requests, but a crafted file name reads any file and totals drift by a cent.",
      confidence: 0.9,
    },
  },
  {
    id: "0b7a9e52-2f64-4c11-8d0e-5a3cf1b6e970",
    timestamp: "2026-03-05T16:40:12+01:00",
    iteration: { number: 3, max: 4, phase: "refinement" },
    target: { type: "document", path: "docs/retention.md" },
    feedback_items: [
      {
        aspect: "clarity",
        severity: "minor",
        score: 0.8,
        issue:
          "The heading promises retention periods, but the section only lists the tables without any number of days",
        location: { type: "section", reference: "How long we keep what" },
        suggestion: {
          action: "Add a column with the number of days to the table, taken from `retention.yaml`",
          rationale: "Readers find the period without opening the configuration",
        },
      },
    ],
    overall_assessment: {
      score: 0.9,
      verdict: "accept",
      summary:
        "The page is complete and correct; one table leaves its readers without the number they came for.",
      confidence: 0.85,
    },
    quality_tracking: { feedback_followed: true, improvement_observed: true, improvement_delta: 0.3 },
  },
];

/**
 * The actionable-feedback document. `number <= max`, references and wording cannot be said in JSON Schema;
 * `lintFeedback` checks them.
 */
export const actionableFeedbackJsonSchema = (): Readonly<Record<string, unknown>> => ({
  ...publishSchema(ActionableFeedbackSchema, {
    id: "urn:emend:schema:actionable-feedback:1",
    title: "Actionable feedback",
    description:
      "Feedback on one round of work: specific problems, where they are, and the change to make for each.",
  }),
  examples: EXAMPLE_DOCUMENTS,
});
