import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { ratesOf, type VersionRates } from "../../core/rollout/rollout-health.ts";
import { toCounts, toRollout, toRolloutStatus } from "../../core/rollout/rollout-wire.ts";
import { isSameVersion, ROLLOUT_STAGES, type RolloutSlo } from "../../core/rollout/rollout.ts";
import type { VersionCounts } from "../../ports/rollout-store.ts";
import { idField, pageQuery, pageSchema, timeField } from "../fields.ts";
import { pageAnswer } from "../../core/page.ts";
import type { Without } from "../decide-on-rule.ts";
import { API_PREFIX } from "../api-prefix.ts";
import { ROLLOUT_NOT_FOUND } from "../../app/rollout/change-rollout.ts";
import { parseWindow, windowOf } from "../../core/pattern/pattern-window.ts";
import { assignVersion } from "../../core/rollout/review-assignment.ts";
import type { RolloutCommand } from "../../core/rollout/change-rollout.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { expectedRevision, ifMatchNote, revisionTag } from "../revision-tag.ts";
import { respond, type Route, type RouteRequest, routesOf } from "../route.ts";
import { windowField } from "../schemas/pattern.ts";

const versionName = z.string().min(1).max(40);
const versionPair = z
  .strictObject({
    schema_version: versionName.meta({ description: "Version of the answer's format.", examples: ["1.0"] }),
    prompt_version: versionName.meta({ description: "Version of the instructions.", examples: ["1.1"] }),
  })
  .meta({ id: "VersionPair" });

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const stageField = z.enum(ROLLOUT_STAGES);
const roleField = z.enum(["baseline", "candidate"]);

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
const sloField = z.strictObject(sloFields).partial();

const toSlo = (slo: z.output<typeof sloField>): Partial<RolloutSlo> =>
  defined({
    dropRate: slo.drop_rate,
    incompatibleRate: slo.incompatible_rate,
    minReviews: slo.min_reviews,
    rejectionFactor: slo.rejection_factor,
    minRejections: slo.min_rejections,
    rejectionFloor: slo.rejection_floor,
  });

const rolloutResponse = z
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

const standingResponse = z
  .object({
    rollout: rolloutResponse,
    versions: z
      .array(z.object({ role: roleField, version: versionPair, ...countFields, rates }))
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
        reasons: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .describe("The recommended step; people decide."),
    slices: z
      .array(z.object({ slice: share, role: roleField, ...countFields, rates }))
      .describe("Results at each share, in order."),
  })
  .meta({ id: "RolloutStanding" });

const reasonCounts = z.array(z.object({ reason: z.string(), count })).describe("Most common first.");

const versionHealthResponse = z
  .object({
    version: versionPair,
    ...countFields,
    rates,
    rejected_for: reasonCounts,
    dropped_for: reasonCounts,
    coerced_for: reasonCounts,
  })
  .meta({ id: "VersionHealth" });

const toVersionHealth = (counts: VersionCounts): z.input<typeof versionHealthResponse> => ({
  version: counts.version,
  ...toCounts(counts),
  rates: ratesOf(counts),
  rejected_for: [...counts.rejectedFor],
  dropped_for: [...counts.droppedFor],
  coerced_for: [...counts.coercedFor],
});

const route = routesOf("rollouts");
const reviewRoute = routesOf("reviews");
const params = z.strictObject({ rollout_id: idField });
const IF_MATCH = ifMatchNote("rollout");
const reason = z.string().max(2_000).optional();
const reviewKey = z
  .string()
  .min(1)
  .max(1_000)
  .meta({
    description: "The review's name, such as a pull request.",
    examples: ["owner/repository#17"],
  });
const EXAMPLE = {
  baseline: { schema_version: "1.0", prompt_version: "1.0" },
  candidate: { schema_version: "1.0", prompt_version: "1.1" },
};
const CHANGE_PROBLEMS: readonly ProblemCode[] = [
  "rollout_not_found",
  "revision_changed",
  "illegal_transition",
  "rollout_busy",
];

/** Rollouts of new prompt or schema versions, and the health of each version. */
export const ROLLOUT_ROUTES: readonly Route[] = [
  route("GET /rollouts", {
    id: "listRollouts",
    summary: "List rollouts, most recently changed first",
    permission: "read",
    query: z.strictObject({ ...pageQuery, stage: stageField.optional() }),
    responses: { 200: pageSchema(rolloutResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { store }) => {
      const page = await store.rollouts.list(defined(query));
      return respond(200, pageAnswer({ ...page, items: page.items.map(toRollout) }));
    },
  }),
  route("POST /rollouts", {
    id: "startRollout",
    summary: "Start a rollout with a first share of reviews",
    description:
      "The baseline is the current version, the candidate the one to try. A version can be in only one running rollout at a time. The schema must be one that this version of Emend reads: its own, or a later minor version.",
    permission: "approve",
    body: z
      .strictObject({
        baseline: versionPair,
        candidate: versionPair,
        steps: z
          .array(z.number())
          .max(20)
          .optional()
          .meta({
            description: "Rising shares of reviews that end with 1 (default: 0.01, 0.05, 0.25, 0.5 and 1).",
            examples: [[0.1, 0.5, 1]],
          }),
        slo: sloField.optional().describe("Limits that differ from the defaults."),
        reason,
      })
      .meta({ examples: [EXAMPLE] }),
    responses: { 201: rolloutResponse },
    problems: [
      "invalid_version",
      "same_version",
      "invalid_steps",
      "invalid_slo",
      "parser_not_ready",
      "version_in_rollout",
      "rollout_busy",
    ],
    handle: async ({ body: { slo, ...plan }, principal }, { emend }) => {
      const limits = slo && toSlo(slo);
      const request = { ...defined({ ...plan, slo: limits }), by: principal.id };
      const started = valueOrProblem(await emend.rollouts.start(request));
      return respond(201, toRollout(started), {
        etag: String(started.revision),
        location: `${API_PREFIX}/rollouts/${started.id}`,
      });
    },
  }),
  route("GET /rollouts/{rollout_id}", {
    id: "getRollout",
    summary: "Get one rollout with the health of both versions",
    description:
      "Rates with sample sizes, each limit with its verdict, and the recommended step. The ETag starts with the rollout's revision; pass it as If-Match to change the rollout.",
    permission: "read",
    params,
    responses: { 200: standingResponse },
    problems: ["rollout_not_found"],
    handle: async ({ params: { rollout_id } }, context) => {
      const standing = valueOrProblem(await context.emend.rollouts.report(rollout_id));
      const body = toRolloutStatus(standing);
      return respond(200, body, { etag: revisionTag(standing.rollout, body, context) });
    },
  }),
  route("POST /rollouts/{rollout_id}/advance", {
    id: "advanceRollout",
    summary: "Use the candidate for the next larger share of reviews",
    description: `Only if the candidate is healthy, or with a reason, which is recorded. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      slice: z.number().optional().describe("Default: the next step; a larger one needs a reason."),
      reason,
    }),
    responses: { 200: rolloutResponse },
    problems: [...CHANGE_PROBLEMS, "not_healthy", "slice_not_wider", "invalid_slice"],
    handle: (request, context) => change(request, { type: "advance", ...defined(request.body) }, context),
  }),
  route("POST /rollouts/{rollout_id}/promote", {
    id: "promoteRollout",
    summary: "Make the candidate the version for all reviews",
    description: `Needs every review to use it and a healthy candidate, or a reason. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason }),
    responses: { 200: rolloutResponse },
    problems: [...CHANGE_PROBLEMS, "not_healthy", "slice_incomplete"],
    handle: (request, context) => change(request, { type: "promote", ...defined(request.body) }, context),
  }),
  route("POST /rollouts/{rollout_id}/roll-back", {
    id: "rollBackRollout",
    summary: "Return all reviews to the baseline",
    description: `Takes effect immediately, even after promotion. Needs a reason unless too many answers were rejected. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason }),
    responses: { 200: rolloutResponse },
    problems: [...CHANGE_PROBLEMS, "reason_required", "version_in_rollout"],
    handle: (request, context) => change(request, { type: "roll_back", ...defined(request.body) }, context),
  }),
  route("POST /rollouts/{rollout_id}/assignments", {
    id: "assignReview",
    summary: "Assign a review to the rollout",
    description:
      "Returns the version to use for the review, like the look-up, and records it. Pass the assignment's id to `POST /reviews`; only then is the answer counted for the rollout, and only once. Create it before the review is made, and not with the reviewing agent's own token. Repeating the request for the same review returns the same assignment until it is used.",
    permission: "decide",
    params,
    body: z.strictObject({ key: reviewKey }),
    responses: {
      201: z.object({
        assignment_id: z.string(),
        rollout_id: z.string(),
        key: z.string(),
        stage: stageField,
        role: roleField,
        version: versionPair,
      }),
    },
    problems: ["rollout_not_found"],
    handle: async ({ params: { rollout_id }, body }, { emend }) => {
      const { rollout, assignment } = valueOrProblem(await emend.rollouts.assign(rollout_id, body.key));
      const role = isSameVersion(assignment.version, rollout.candidate) ? "candidate" : "baseline";
      return respond(201, {
        assignment_id: assignment.id,
        rollout_id: rollout.id,
        key: assignment.key,
        stage: rollout.stage,
        role,
        version: assignment.version,
      });
    },
  }),
  route("GET /rollouts/{rollout_id}/assignment", {
    id: "assignRollout",
    summary: "Get the version to use for one review",
    description:
      "Chosen by a hash of the key: the same key always gets the same version at one share, and a larger share only adds keys. This only looks it up; to have the answer counted, assign the review.",
    permission: "ask",
    params,
    query: z.strictObject({
      key: reviewKey,
    }),
    responses: {
      200: z.object({
        rollout_id: z.string(),
        stage: stageField,
        role: roleField,
        version: versionPair,
      }),
    },
    problems: ["rollout_not_found"],
    handle: async ({ params: { rollout_id }, query: { key } }, { store }) => {
      const rollout = await store.rollouts.find(rollout_id);
      if (rollout === undefined) throw new HttpProblem("rollout_not_found", ROLLOUT_NOT_FOUND.message);
      const version = assignVersion(rollout, key);
      const role = isSameVersion(version, rollout.candidate) ? "candidate" : "baseline";
      return respond(200, { rollout_id: rollout.id, stage: rollout.stage, role, version });
    },
  }),
  reviewRoute("GET /reviews/health", {
    id: "getReviewHealth",
    summary: "Get the health of review versions",
    description:
      "All answers checked in the window, by their versions: rejected answers, dropped findings and coercions, as counts, rates and reasons. At most 200 versions, most reviews first.",
    permission: "read",
    query: z.strictObject({
      window: windowField("7d"),
    }),
    responses: {
      200: z.object({
        window: z.object({ hours: z.int(), from: timeField, to: timeField }),
        versions: z.array(versionHealthResponse),
      }),
    },
    problems: ["invalid_window"],
    handle: async ({ query }, { store, now }) => {
      const { hours, from, to } = valueOrProblem(windowOf(now(), valueOrProblem(parseWindow(query.window))));
      const versions = await store.rollouts.health({ from, to });
      return respond(200, { window: { hours, from, to }, versions: versions.map(toVersionHealth) });
    },
  }),
];

/** Applies the caller's command to the revision in If-Match. */
async function change(
  {
    params: { rollout_id },
    principal,
    ifMatch,
  }: Pick<RouteRequest<{ readonly rollout_id: string }>, "params" | "principal" | "ifMatch">,
  command: Without<RolloutCommand, "by">,
  { emend }: HttpContext,
) {
  const step = { ...command, by: principal.id };
  const changed = valueOrProblem(await emend.rollouts.change(rollout_id, step, expectedRevision(ifMatch)));
  return respond(200, toRollout(changed), { etag: String(changed.revision) });
}
