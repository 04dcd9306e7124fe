import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import type { Without } from "../decide-on-rule.ts";
import { API_PREFIX } from "../api-prefix.ts";
import { ROLLOUT_NOT_FOUND } from "../../app/rollout/change-rollout.ts";
import { parseWindow, windowOf } from "../../core/pattern/pattern-window.ts";
import { assignVersion } from "../../core/rollout/review-assignment.ts";
import type { RolloutCommand } from "../../core/rollout/change-rollout.ts";
import { isSameVersion } from "../../core/rollout/rollout.ts";
import { toRollout, toStanding } from "../../core/rollout/rollout-wire.ts";
import { idField, pageOf, pageQuery, timeField } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem } from "../http-problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { seenRevision, heedsIfMatch, revisionTag } from "../revision-tag.ts";
import { answer, defineRoute, type Route, type RouteRequest } from "../route.ts";
import {
  readSlo,
  rolloutAnswer,
  sloField,
  stageField,
  standingAnswer,
  toVersionHealth,
  versionHealthAnswer,
  versionPair,
} from "../schemas/rollout.ts";

const tag = "rollouts";
const params = z.strictObject({ rollout_id: idField });
const IF_MATCH = heedsIfMatch("rollout");
const why = z.string().max(2_000).optional();
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

/** How a new prompt or schema version is brought in, and how answers in each version could be read. */
export const ROLLOUT_ROUTES: readonly Route[] = [
  defineRoute({
    id: "listRollouts",
    method: "get",
    path: "/rollouts",
    tag,
    summary: "List rollouts, most recently changed first",
    permission: "read",
    query: z.strictObject({ ...pageQuery, stage: stageField.optional() }),
    answers: { 200: pageOf(rolloutAnswer) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { store }) => {
      const page = await store.rollouts.list(defined(query));
      return answer(200, pageAnswer({ ...page, items: page.items.map(toRollout) }));
    },
  }),
  defineRoute({
    id: "startRollout",
    method: "post",
    path: "/rollouts",
    tag,
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
        slo: sloField.optional().meta({ description: "Limits that differ from the defaults." }),
        reason: why,
      })
      .meta({ examples: [EXAMPLE] }),
    answers: { 201: rolloutAnswer },
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
      const limits = slo === undefined ? {} : { slo: readSlo(slo) };
      const started = await emend.rollouts.start({ ...defined(plan), ...limits, by: principal.id });
      if (!started.ok) throw new HttpProblem(started.error.code, started.error.message);
      const { id, revision } = started.value;
      return answer(201, toRollout(started.value), {
        etag: String(revision),
        location: `${API_PREFIX}/rollouts/${id}`,
      });
    },
  }),
  defineRoute({
    id: "getRollout",
    method: "get",
    path: "/rollouts/{rollout_id}",
    tag,
    summary: "Get one rollout with the health of both versions",
    description:
      "Rates with sample sizes, each limit with its verdict, and the recommended step. The ETag starts with the rollout's revision; pass it as If-Match to change the rollout.",
    permission: "read",
    params,
    answers: { 200: standingAnswer },
    problems: ["rollout_not_found"],
    handle: async ({ params: { rollout_id } }, context) => {
      const standing = await context.emend.rollouts.report(rollout_id);
      if (!standing.ok) throw new HttpProblem(standing.error.code, standing.error.message);
      const body = toStanding(standing.value);
      return answer(200, body, { etag: revisionTag(standing.value.rollout, body, context) });
    },
  }),
  defineRoute({
    id: "advanceRollout",
    method: "post",
    path: "/rollouts/{rollout_id}/advance",
    tag,
    summary: "Use the candidate for the next larger share of reviews",
    description: `Only if the candidate is healthy, or with a reason, which is recorded. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      slice: z
        .number()
        .optional()
        .meta({ description: "Default: the next step; a larger one needs a reason." }),
      reason: why,
    }),
    answers: { 200: rolloutAnswer },
    problems: [...CHANGE_PROBLEMS, "not_healthy", "slice_not_wider", "invalid_slice"],
    handle: (request, context) => change(request, { type: "advance", ...defined(request.body) }, context),
  }),
  defineRoute({
    id: "promoteRollout",
    method: "post",
    path: "/rollouts/{rollout_id}/promote",
    tag,
    summary: "Make the candidate the version for all reviews",
    description: `Needs every review to use it and a healthy candidate, or a reason. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: why }),
    answers: { 200: rolloutAnswer },
    problems: [...CHANGE_PROBLEMS, "not_healthy", "slice_incomplete"],
    handle: (request, context) => change(request, { type: "promote", ...defined(request.body) }, context),
  }),
  defineRoute({
    id: "rollBackRollout",
    method: "post",
    path: "/rollouts/{rollout_id}/roll-back",
    tag,
    summary: "Return all reviews to the baseline",
    description: `Takes effect immediately, even after promotion. Needs a reason unless too many answers were rejected. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: why }),
    answers: { 200: rolloutAnswer },
    problems: [...CHANGE_PROBLEMS, "reason_required", "version_in_rollout"],
    handle: (request, context) => change(request, { type: "roll_back", ...defined(request.body) }, context),
  }),
  defineRoute({
    id: "assignReview",
    method: "post",
    path: "/rollouts/{rollout_id}/assignments",
    tag,
    summary: "Assign a review to the rollout",
    description:
      "Returns the version to use for the review, like the look-up, and records it. Pass the assignment's id to `POST /reviews`; only then is the answer counted for the rollout, and only once. Create it before the review is made, and not with the reviewing agent's own token. Repeating the request for the same review returns the same assignment until it is used.",
    permission: "decide",
    params,
    body: z.strictObject({ key: reviewKey }),
    answers: {
      201: z.object({
        assignment_id: z.string(),
        rollout_id: z.string(),
        key: z.string(),
        stage: stageField,
        role: z.enum(["baseline", "candidate"]),
        version: versionPair,
      }),
    },
    problems: ["rollout_not_found"],
    handle: async ({ params: { rollout_id }, body }, { emend }) => {
      const assigned = await emend.rollouts.assign(rollout_id, body.key);
      if (!assigned.ok) throw new HttpProblem(assigned.error.code, assigned.error.message);
      const { rollout, assignment } = assigned.value;
      const role = isSameVersion(assignment.version, rollout.candidate) ? "candidate" : "baseline";
      return answer(201, {
        assignment_id: assignment.id,
        rollout_id: rollout.id,
        key: assignment.key,
        stage: rollout.stage,
        role,
        version: assignment.version,
      });
    },
  }),
  defineRoute({
    id: "assignRollout",
    method: "get",
    path: "/rollouts/{rollout_id}/assignment",
    tag,
    summary: "Get the version to use for one review",
    description:
      "Chosen by a hash of the key: the same key always gets the same version at one share, and a larger share only adds keys. This only looks it up; to have the answer counted, assign the review.",
    permission: "ask",
    params,
    query: z.strictObject({
      key: reviewKey,
    }),
    answers: {
      200: z.object({
        rollout_id: z.string(),
        stage: stageField,
        role: z.enum(["baseline", "candidate"]),
        version: versionPair,
      }),
    },
    problems: ["rollout_not_found"],
    handle: async ({ params: { rollout_id }, query: { key } }, { store }) => {
      const rollout = await store.rollouts.find(rollout_id);
      if (rollout === undefined) throw new HttpProblem("rollout_not_found", ROLLOUT_NOT_FOUND.message);
      const version = assignVersion(rollout, key);
      const role = isSameVersion(version, rollout.candidate) ? "candidate" : "baseline";
      return answer(200, { rollout_id: rollout.id, stage: rollout.stage, role, version });
    },
  }),
  defineRoute({
    id: "getReviewHealth",
    method: "get",
    path: "/reviews/health",
    tag: "reviews",
    summary: "Get the health of review versions",
    description:
      "All answers checked in the window, by their versions: rejected answers, dropped findings and coercions, as counts, rates and reasons. At most 200 versions, most reviews first.",
    permission: "read",
    query: z.strictObject({
      window: z
        .string()
        .min(1)
        .max(20)
        .default("7d")
        .meta({ description: "From 1 hour to 365 days: `24h`, `7d`, or a number of hours." }),
    }),
    answers: {
      200: z.object({
        window: z.object({ hours: z.int(), from: timeField, to: timeField }),
        versions: z.array(versionHealthAnswer),
      }),
    },
    problems: ["invalid_window"],
    handle: async ({ query }, { store, now }) => {
      const length = parseWindow(query.window);
      if (!length.ok) throw new HttpProblem("invalid_window", length.error.message);
      const window = windowOf(now(), length.value);
      if (!window.ok) throw new HttpProblem("invalid_window", window.error.message);
      const { hours, from, to } = window.value;
      const versions = await store.rollouts.health({ from, to });
      return answer(200, { window: { hours, from, to }, versions: versions.map(toVersionHealth) });
    },
  }),
];

/** Takes the step that the asker names, over the revision that they have seen. */
async function change(
  request: Pick<RouteRequest<{ readonly rollout_id: string }>, "params" | "principal" | "ifMatch">,
  command: Without<RolloutCommand, "by">,
  { emend }: HttpContext,
) {
  const { params: at, principal, ifMatch } = request;
  const step = { ...command, by: principal.id };
  const changed = await emend.rollouts.change(at.rollout_id, step, seenRevision(ifMatch));
  if (!changed.ok) throw new HttpProblem(changed.error.code, changed.error.message);
  return answer(200, toRollout(changed.value), { etag: String(changed.value.revision) });
}
