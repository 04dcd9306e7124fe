import { z } from "zod";
import { timeField } from "../fields.ts";

const count = z.int().min(0);
const dayField = z.string().meta({ description: "UTC.", examples: ["2026-05-01"] });
const rate = z.number().nullable();

export const timelineResponse = z
  .object({
    rule_id: z.string(),
    first: dayField,
    last: dayField,
    basis: z.enum(["runs", "decided_work"]).describe("What the rates are relative to."),
    agents: z.array(z.string()).describe("Agents whose work is counted, at most 50."),
    expected_rate: rate.describe("Recurrences per run before the rule; null if that is not known."),
    weeks: z.array(
      z
        .object({
          first: dayField,
          last: dayField,
          side: z.enum(["before", "since"]),
          runs: count.describe("Runs, or pieces of decided work."),
          with_rule: count.describe("Runs whose prompt contained the rule."),
          recurrences: count,
          rate: rate.describe("Recurrences per run; null without runs."),
          band: z
            .object({ low: z.number(), high: z.number() })
            .nullable()
            .describe("The rates that so many recurrences fit, with 95 % confidence; null without runs."),
          expected: rate.describe(
            "Recurrences that this much work had at the rate before the rule; null if that is not known.",
          ),
          models: z
            .array(z.object({ model: z.string(), runs: count }))
            .describe("The most used first; runs whose model is unknown are left out."),
        })
        .meta({ id: "EffectWeek" }),
    ),
    versions: z
      .array(z.object({ version: z.int(), from: timeField, until: timeField.nullable() }))
      .describe("When each version was in force; `until` is null if it still is."),
    model_changes: z
      .array(z.object({ day: dayField, agent: z.string(), from: z.string(), to: z.string() }))
      .describe("When an agent began to use another model for most of its runs."),
    occurrences: z
      .array(
        z.object({
          feedback_id: z.string(),
          time: timeField,
          agent: z.string().nullable(),
          injected: z
            .boolean()
            .nullable()
            .describe("Whether the run's prompt contained the rule; null if the run is unknown."),
          model: z.string().nullable(),
        }),
      )
      .describe("The newest occurrences of the mistake, before the rule and since, at most 100."),
    more_occurrences: z.boolean().describe("Whether there are older ones in these days."),
  })
  .meta({ id: "RuleEffectTimeline" });
