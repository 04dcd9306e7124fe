import { z } from "zod";
import { CATEGORIES, CONFIDENCES, SEVERITIES } from "../../core/review/review-fields.ts";
import type { Diagnostic, Review } from "../../core/review/review.ts";
import type { ReviewVerdict } from "../../core/review/judge-review.ts";

const findingSchema = z
  .object({
    id: z.string(),
    severity: z.enum(SEVERITIES),
    category: z.enum(CATEGORIES),
    title: z.string(),
    file: z.string().describe("As written in `changed_files`."),
    line: z.int(),
    end_line: z.int().exactOptional(),
    message: z.string(),
    suggestion: z.string().exactOptional(),
    confidence: z.enum(CONFIDENCES).exactOptional(),
    rule_id: z.string().exactOptional(),
  })
  .meta({ id: "Finding" });

export const reviewSchema = z
  .object({
    schema_version: z.string(),
    prompt_version: z.string(),
    summary: z.string().exactOptional(),
    findings: z.array(findingSchema),
    meta: z.record(z.string(), z.unknown()).exactOptional(),
  })
  .meta({ id: "Review" }) satisfies z.ZodType<Review>;

export const diagnosticSchema = z
  .object({
    kind: z.enum(["coercion_applied", "repair_applied", "finding_dropped", "response_rejected", "warning"]),
    reason: z.string().describe("Stable; programs should check this field."),
    message: z.string(),
    index: z.int().exactOptional().describe("Position in the answer's findings."),
    finding_id: z.string().exactOptional(),
    path: z.string().exactOptional().describe("The field it is about, such as `findings[0].line`."),
    from: z.unknown().optional(),
    to: z.unknown().optional(),
    file: z.string().exactOptional(),
    line: z.int().exactOptional(),
    severity: z
      .enum(SEVERITIES)
      .exactOptional()
      .describe(
        "For a dropped or unread finding, the severity that it claims; absent if that cannot be read.",
      ),
    also: z
      .array(z.object({ reason: z.string(), path: z.string(), message: z.string() }))
      .exactOptional()
      .describe("Other problems with the same finding."),
  })
  .meta({ id: "ReviewDiagnostic" }) satisfies z.ZodType<Diagnostic>;

export const verdictSchema = z
  .object({
    fail_on: z.enum(SEVERITIES),
    passes: z.boolean(),
    failures: z.array(
      z.object({
        reason: z.enum([
          "rejected",
          "severe_finding",
          "severe_finding_dropped",
          "unknown_severity_dropped",
          "findings_unread",
          "all_findings_dropped",
        ]),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "ReviewVerdict" }) satisfies z.ZodType<ReviewVerdict>;
