import { z } from "zod";
import type { Without } from "../decide-on-rule.ts";
import { API_PREFIX } from "../api-prefix.ts";
import { ROLLOUT_NOT_FOUND } from "../../app/rollout/report-rollout.ts";
import { parseWindow, windowOf } from "../../core/pattern/pattern-window.ts";
import { assignVersion } from "../../core/rollout/assign-version.ts";
import type { RolloutCommand } from "../../core/rollout/change-rollout.ts";
import { isSameVersion } from "../../core/rollout/version-pair.ts";
import { toRollout, toStanding } from "../../core/rollout/rollout-wire.ts";
import { given, idField, pageOf, pageQuery, timeField, toPage } from "../fields.ts";
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
    description: "What names the review, such as a pull request.",
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
    summary: "List rollouts, the last changed first",
    permission: "read",
    query: z.strictObject({ ...pageQuery, stage: stageField.optional() }),
    answers: { 200: pageOf(rolloutAnswer) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { store }) => {
      const page = await store.rollouts.list(given(query));
      return answer(200, toPage({ ...page, items: page.items.map(toRollout) }));
    },
  }),
  defineRoute({
    id: "startRollout",
    method: "post",
    path: "/rollouts",
    tag,
    summary: "Begin to bring in a version, with its first slice of reviews",
    description:
      "The baseline is the version in use, the candidate the one to try. Each version is in one running rollout at a time. The schema must be one that this Emend reads: its own, or a later minor of it.",
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
            description:
              "Rising shares of reviews that end with 1; 0.01, 0.05, 0.25, 0.5 and 1 when left out.",
            examples: [[0.1, 0.5, 1]],
          }),
        slo: sloField.optional().meta({ description: "Limits other than the usual ones." }),
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
      const started = await emend.rollouts.start({ ...given(plan), ...limits, by: principal.id });
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
    summary: "One rollout, with the health of both versions",
    description:
      "Rates with their samples, each limit with its verdict, and what the health speaks for. The ETag begins with the rollout's revision, which changes take as If-Match.",
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
    summary: "Give the candidate the next, wider slice of reviews",
    description: `Only where the health speaks for it, or with a reason to go on all the same, which is kept. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({
      slice: z
        .number()
        .optional()
        .meta({ description: "The next step when left out; a wider one needs a reason." }),
      reason: why,
    }),
    answers: { 200: rolloutAnswer },
    problems: [...CHANGE_PROBLEMS, "not_healthy", "slice_not_wider", "invalid_slice"],
    handle: (request, context) => change(request, { type: "advance", ...given(request.body) }, context),
  }),
  defineRoute({
    id: "promoteRollout",
    method: "post",
    path: "/rollouts/{rollout_id}/promote",
    tag,
    summary: "Make the candidate the version for all",
    description: `Once every review uses it and the health speaks for it, or with a reason all the same. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: why }),
    answers: { 200: rolloutAnswer },
    problems: [...CHANGE_PROBLEMS, "not_healthy", "slice_incomplete"],
    handle: (request, context) => change(request, { type: "promote", ...given(request.body) }, context),
  }),
  defineRoute({
    id: "rollBackRollout",
    method: "post",
    path: "/rollouts/{rollout_id}/roll-back",
    tag,
    summary: "Give all reviews the baseline again",
    description: `At once, also after the promotion. A reason is needed where the health gives none. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: why }),
    answers: { 200: rolloutAnswer },
    problems: [...CHANGE_PROBLEMS, "reason_required", "version_in_rollout"],
    handle: (request, context) => change(request, { type: "roll_back", ...given(request.body) }, context),
  }),
  defineRoute({
    id: "assignReview",
    method: "post",
    path: "/rollouts/{rollout_id}/assignments",
    tag,
    summary: "Assign one review to the rollout",
    description:
      "Says which version the review is to be asked in, as the look-up does, and writes it down. `POST /reviews` takes the assignment's id; only then does the answer count for the rollout, and once. So ask before the review is made, and not with the reviewing agent's own token. Asking again for the same review answers the same assignment until it is used.",
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
    summary: "The version that one review is to be asked in",
    description:
      "By a hash of the key: the same key always gets the same version at one slice, and a wider slice only adds keys. This only looks it up; for the answer to count, assign the review.",
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
    summary: "How reviewers' answers could be read, by version",
    description:
      "Every answer that was checked in the window, under the versions it was asked in: rejected answers, dropped findings and coercions, as counts, rates and reasons. At most 200 versions, most reviews first.",
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
