import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { ratesOf, type VersionRates } from "../../core/rollout/rollout-health.ts";
import { toCounts } from "../../core/rollout/rollout-wire.ts";
import { ROLLOUT_STAGES, type RolloutSlo } from "../../core/rollout/rollout.ts";
import type { VersionCounts } from "../../ports/rollout-store.ts";
import { timeField } from "../fields.ts";

const version = z.string().min(1).max(40);
export const versionPair = z
  .strictObject({
    schema_version: version.meta({ description: "Version of the answer's format.", examples: ["1.0"] }),
    prompt_version: version.meta({ description: "Version of the instructions.", examples: ["1.1"] }),
  })
  .meta({ id: "VersionPair" });

const count = z.int().min(0);
const share = z.number().min(0).max(1);
export const stageField = z.enum(ROLLOUT_STAGES);
const role = z.enum(["baseline", "candidate"]);
const reason = z.object({ code: z.string(), message: z.string() });

const sloFields = {
  drop_rate: z.number().describe("Maximum share of dropped findings."),
  incompatible_rate: z.number().describe("Maximum share of reviews in an unreadable version."),
  min_reviews: z.number().describe("Reviews by the candidate required for each step."),
  rejection_factor: z
    .number()
    .describe("Roll back if rejections exceed this many times the baseline's rate."),
  min_rejections: z.number().describe("Fewer rejections than this never cause a rollback."),
  rejection_floor: z.number().describe("A rejection rate up to this is never too high."),
};
export const sloField = z.strictObject(sloFields).partial();

export const toSlo = (slo: z.output<typeof sloField>): Partial<RolloutSlo> =>
  defined({
    dropRate: slo.drop_rate,
    incompatibleRate: slo.incompatible_rate,
    minReviews: slo.min_reviews,
    rejectionFactor: slo.rejection_factor,
    minRejections: slo.min_rejections,
    rejectionFloor: slo.rejection_floor,
  });

export const rolloutResponse = z
  .object({
    id: z.string(),
    revision: z.int(),
    stage: stageField,
    baseline: versionPair,
    candidate: versionPair,
    slice: share.describe("The share of reviews that use the candidate."),
    steps: z.array(share),
    next_slice: share.nullable().describe("Null if no step is left or it is decided."),
    slo: z.object(sloFields),
    started_by: z.string(),
    started_at: timeField,
    updated_at: timeField,
    history: z.array(
      z.object({
        event: z.enum(["start_canary", "widen", "promote", "roll_back", "retire"]),
        from: stageField,
        to: stageField,
        slice: share,
        at: timeField,
        by: z.string().nullable(),
        reason: z.string().nullable(),
        overrides: z.array(z.string()).describe("Failed checks that the reason overrides."),
      }),
    ),
  })
  .meta({ id: "Rollout" });

const countFields = {
  reviews: count,
  accepted: count,
  rejected: count,
  incompatible: count.describe("Rejected because the answer's version could not be read."),
  findings: count.describe("Before any were dropped."),
  dropped: count,
  coercions: count,
  coerced_reviews: count.describe("Reviews with at least one coercion."),
};

const rates = z.object({
  rejection: share.describe("Of reviews."),
  incompatible: share.describe("Of reviews."),
  drop: share.describe("Of findings."),
  coercion: share.describe("Of reviews."),
}) satisfies z.ZodType<VersionRates>;

export const standingResponse = z
  .object({
    rollout: rolloutResponse,
    versions: z
      .array(z.object({ role, version: versionPair, ...countFields, rates }))
      .describe("Both versions while the rollout runs; after promotion, the candidate's last 7 days."),
    checks: z.array(
      z.object({
        name: z.enum(["sample", "drop_rate", "rejection_rate", "incompatible_rate", "coercion_rate"]),
        verdict: z
          .enum(["pass", "fail", "unknown", "watched"])
          .describe("`unknown` if the sample is too small; `watched` is informational."),
        value: z.number(),
        limit: z.number().nullable(),
        sample: count,
        reason: z.string(),
      }),
    ),
    decision: z
      .object({
        action: z.enum(["hold", "widen", "promote", "roll_back"]),
        slice: share.nullable(),
        reasons: z.array(reason),
      })
      .describe("The recommended step; people decide."),
    slices: z
      .array(z.object({ slice: share, role, ...countFields, rates }))
      .describe("Results at each share, in order."),
  })
  .meta({ id: "RolloutStanding" });

const reasonCounts = z.array(z.object({ reason: z.string(), count })).describe("Most common first.");

export const versionHealthResponse = z
  .object({
    version: versionPair,
    ...countFields,
    rates,
    rejected_for: reasonCounts,
    dropped_for: reasonCounts,
    coerced_for: reasonCounts,
  })
  .meta({ id: "VersionHealth" });

export const toVersionHealth = (counts: VersionCounts): z.input<typeof versionHealthResponse> => ({
  version: counts.version,
  ...toCounts(counts),
  rates: ratesOf(counts),
  rejected_for: [...counts.rejectedFor],
  dropped_for: [...counts.droppedFor],
  coerced_for: [...counts.coercedFor],
});
