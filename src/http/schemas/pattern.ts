import { z } from "zod";
import type { Alert } from "../../core/pattern/alert.ts";
import type { AgentPattern } from "../../core/pattern/agent-pattern.ts";
import { GATE_ROUTES } from "../../core/gate/gate.ts";
import { timeField } from "../fields.ts";

const count = z.int().min(0);
const rate = z.number().min(0).max(1).nullable();

export const windowField = (fallback: string) =>
  z
    .string()
    .min(1)
    .max(20)
    .default(fallback)
    .meta({ description: "From 1 hour to 365 days: `24h`, `7d`, or a number of hours.", examples: ["7d"] });

export const windowSchema = z
  .object({
    hours: z.int(),
    from: timeField.describe(
      "This many hours before `to`; rounded to a full hour if too much was recorded around it.",
    ),
    to: timeField,
    previous_from: timeField.describe("The start of the previous window of the same length."),
  })
  .meta({ id: "PatternWindow" });

export const patternSchema = z
  .object({
    agent: z.string().describe("Empty for work that names no agent."),
    period_hours: z.int(),
    from: timeField,
    to: timeField,
    total: count,
    decided: count,
    approved: count,
    approved_with_changes: count.describe("Those of `approved` that a person had to change."),
    rejected: count,
    approval_rate: rate.describe("Of decided work only; null if none is decided."),
    rejection_share: rate,
    top_issues: z.array(
      z.object({
        tag: z.string(),
        count,
        count_before: count,
        share: rate,
        registered: z.boolean(),
        gate: z.string().nullable(),
        fix: z.string().nullable(),
        auto_fixable: z.boolean(),
        route: z.enum(GATE_ROUTES).nullable(),
      }),
    ),
    issue_breakdown: z.record(z.string(), count),
    issue_breakdown_more: count.describe("Number of further tags that are not listed."),
    trend: z.object({
      approval_rate_before: rate,
      decided_before: count,
      delta_points: z.number().nullable(),
      direction: z.enum(["improving", "steady", "worsening", "no_data"]),
      minimum_sample: count,
    }),
    series: z.array(
      z.object({
        from: timeField,
        to: timeField,
        decided: count,
        approved: count,
        rejected: count,
        approval_rate: rate,
      }),
    ),
  })
  .meta({ id: "AgentPattern" }) satisfies z.ZodType<AgentPattern>;

const alertFields = {
  id: z.string().describe("The same throughout the episode."),
  agent: z.string(),
  since: timeField,
  until: timeField,
  episode: z.string(),
  value: z.number(),
  threshold: z.number(),
  message: z.string(),
};

export const alertSchema = z
  .discriminatedUnion("code", [
    z.object({
      code: z.literal("repeated_tag"),
      ...alertFields,
      tag: z.string(),
      evidence: z.object({ occurrences: count, span_hours: z.number() }),
    }),
    z.object({
      code: z.literal("approval_drop"),
      ...alertFields,
      evidence: z.object({ decided: count, approved: count, decided_before: count, approved_before: count }),
    }),
    z.object({
      code: z.literal("dominant_tag"),
      ...alertFields,
      tag: z.string(),
      evidence: z.object({ count, rejected: count }),
    }),
  ])
  .meta({ id: "Alert" }) satisfies z.ZodType<Alert>;

const tagCount = z.object({ tag: z.string(), count });

export const trendSchema = z
  .object({
    agent: z.string(),
    window: windowSchema,
    bucket: z.enum(["hour", "day", "week"]),
    from: timeField.describe("The start of the first bucket, which may be before the window."),
    to: timeField,
    buckets: z
      .array(
        z.object({
          from: timeField,
          to: timeField,
          submitted: count,
          approved: count.describe("Without changes."),
          approved_with_changes: count,
          rejected: count,
          decided: count,
          approval_rate: rate,
          tags: z.array(tagCount).describe("Number of rejections with each tag."),
        }),
      )
      .describe("Oldest first, without gaps; the last one may be incomplete."),
    tags: z.array(tagCount).describe("The 30 most common overall."),
    tags_more: count.describe("Number of further tags, which are in no bucket."),
  })
  .meta({ id: "AgentTrend" });
