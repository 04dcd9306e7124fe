import { z } from "zod";
import { CATEGORIES, CONFIDENCES, SEVERITIES } from "../../core/review/review-fields.ts";
import type { Diagnostic, Review } from "../../core/review/review.ts";
import { judgeReview, type ReviewVerdict } from "../../core/review/judge-review.ts";
import { defined } from "../../core/defined.ts";
import { NOT_COUNTED, NOT_COUNTED_REASONS } from "../../core/rollout/review-assignment.ts";
import { reasonOf } from "../../core/event/retry-delay.ts";
import { fromReview } from "../../core/feedback/from-review.ts";
import { buildReviewPrompt } from "../../core/review/build-review-prompt.ts";
import { type ParsedReview, parseReview } from "../../core/review/parse-review.ts";
import { readVersionPolicy, type VersionPolicy } from "../../core/review/version-policy.ts";
import { idField } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { feedbackContext, recordFields, recordWithTrust } from "../record-feedback.ts";
import { respond, type Route, routesOf } from "../route.ts";
import { pathField, recordName } from "../schemas/agent.ts";

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

const reviewSchema = z
  .object({
    schema_version: z.string(),
    prompt_version: z.string(),
    summary: z.string().exactOptional(),
    findings: z.array(findingSchema),
    meta: z.record(z.string(), z.unknown()).exactOptional(),
  })
  .meta({ id: "Review" }) satisfies z.ZodType<Review>;

const diagnosticSchema = z
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

const verdictSchema = z
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

const route = routesOf("reviews");

const version = z
  .string()
  .max(40)
  .meta({ examples: ["1.0"] });
const changedFiles = z
  .array(pathField)
  .max(20_000)
  .describe("The paths of the change, relative to the repository's root.");

const recorded = z.object({
  new: z.int(),
  known: z.int().describe("The same was already recorded for this run."),
  items: z.array(
    z.object({
      finding_id: z.string(),
      feedback_id: z.string(),
      state: z.enum(["new", "known"]),
    }),
  ),
});

const countedResponse = z
  .object({
    rollout_id: z
      .string()
      .nullable()
      .describe("The rollout that the answer is counted for; null if there is none."),
    reason: z.enum(NOT_COUNTED_REASONS).nullable().describe("Why it is not counted for a rollout."),
    message: z.string().nullable(),
  })
  .meta({ id: "CountedReview" });

export const REVIEW_ROUTES: readonly Route[] = [
  route("POST /reviews", {
    id: "checkReview",
    summary: "Check a machine reviewer's answer",
    description:
      "Reads the raw answer, repairs what can be repaired without guessing, and keeps the valid findings in the changed files. Everything repaired, dropped or rejected has a diagnostic. A rejected answer still has status 200; see `status`. With `record`, each finding is stored as feedback on the agent's work. Every answer is counted for its versions unless `count` is false. It is counted for a rollout only with the `assignment` created for this review beforehand; see `counted`.",
    permission: "ask",
    quota: "records",
    body: z.strictObject({
      raw: z.string().describe("The reviewer's answer, unchanged."),
      changed_files: changedFiles.optional(),
      config: z
        .strictObject({
          schema_version: version.optional(),
          prompt_version: version.optional(),
          allow_prompt_patch_drift: z.boolean().optional(),
        })
        .optional()
        .describe("Which versions to accept (default: 1.0 and 1.0)."),
      fail_on: z
        .enum(SEVERITIES)
        .optional()
        .describe(
          "Adds a `verdict`: findings of this severity or worse fail the review. A dropped finding has the severity it claims and fails if that cannot be read; unread findings fail too.",
        ),
      count: z
        .boolean()
        .default(true)
        .describe("Whether it is included in the health of its versions; false for a trial."),
      assignment: idField
        .optional()
        .describe("The id of the review's assignment to a rollout; each allows one answer."),
      record: z
        .strictObject({
          ...recordFields,
          reviewer: recordName.optional().describe("The reviewer's name."),
        })
        .optional(),
    }),
    responses: {
      200: z.object({
        status: z.enum(["accepted", "rejected"]),
        result: reviewSchema.exactOptional(),
        diagnostics: z.array(diagnosticSchema),
        verdict: verdictSchema.exactOptional().describe("Only with `fail_on`."),
        counted: countedResponse
          .exactOptional()
          .describe("What it is counted for; missing if `count` is false or the count could not be saved."),
        recorded: recorded.exactOptional().describe("Only with `record`."),
      }),
    },
    problems: ["other_agent"],
    handle: async ({ body, principal, spend }, context) => {
      const accept = versionsOf(body.config);
      const about = body.record && {
        ...feedbackContext(body.record, principal, context.now()),
        author: { id: body.record.reviewer ?? "reviewer", trust: "reviewer_bot" as const },
      };
      const parsed = parseReview(body.raw, {
        accept,
        ...defined({ changedFiles: body.changed_files }),
      });
      const { status, review, diagnostics } = parsed;
      const counted = body.count ? await count(parsed, accept, body.assignment, context) : undefined;
      const feedback = about === undefined || review === undefined ? [] : fromReview(review, about).feedback;
      if (feedback.length > 1) spend(feedback.length - 1);
      const states = await recordWithTrust(feedback, principal, context);
      return respond(200, {
        status,
        ...defined({ result: review }),
        diagnostics,
        ...defined({ counted }),
        ...(body.fail_on === undefined ? {} : { verdict: judgeReview(parsed, body.fail_on) }),
        ...(about === undefined
          ? {}
          : {
              recorded: {
                new: states.filter(({ state }) => state === "new").length,
                known: states.filter(({ state }) => state === "known").length,
                items: states.map(({ id, state }, index) => ({
                  finding_id: feedback[index]?.source.ref ?? "",
                  feedback_id: id,
                  state,
                })),
              },
            }),
      });
    },
  }),
  route("POST /reviews/prompt", {
    id: "buildReviewPrompt",
    summary: "Get the prompt that asks a reviewer for an answer in this format",
    description:
      "Built from the same tables as the check. Content from the change is fenced off as data. Versions that no parser here accepts are refused; accepted are 1.0, newer minor versions of the format, patch versions of the prompt, and the versions of rollouts.",
    permission: "ask",
    body: z.strictObject({
      changed_files: changedFiles,
      diff: z.string().optional(),
      config: z
        .strictObject({ schema_version: version.optional(), prompt_version: version.optional() })
        .optional(),
    }),
    responses: {
      200: z.object({ prompt: z.string(), schema_version: z.string(), prompt_version: z.string() }),
    },
    problems: ["incompatible_version"],
    handle: async ({ body: { changed_files, diff, config } }, { emend }) => {
      const versions = versionsOf(config);
      valueOrProblem(await emend.rollouts.checkPromptVersions(versions));
      const prompt = buildReviewPrompt({ changedFiles: changed_files, versions, ...defined({ diff }) });
      const { schema_version, prompt_version } = versions;
      return respond(200, { prompt, schema_version, prompt_version });
    },
  }),
];

function versionsOf(config: unknown): VersionPolicy {
  const parsed = readVersionPolicy(config);
  if (parsed.ok) return parsed.value;
  const { message } = parsed.error;
  throw new HttpProblem("invalid_body", message, { errors: [{ path: "config", message }] });
}

async function count(
  parsed: ParsedReview,
  accept: VersionPolicy,
  assignment: string | undefined,
  context: HttpContext,
) {
  const { status, review, diagnostics } = parsed;
  context.metrics.review({
    schemaVersion: review?.schema_version ?? accept.schema_version,
    promptVersion: review?.prompt_version ?? accept.prompt_version,
    status,
    diagnostics,
  });
  try {
    const { rollouts } = context.emend;
    const { rollout_id, reason } = await rollouts.countReview(parsed, accept, assignment);
    return { rollout_id, reason, message: reason === null ? null : NOT_COUNTED[reason] };
  } catch (error) {
    // The caller needs the findings even if they could not be counted.
    context.log.warn(
      { code: "review_not_counted", reason: reasonOf(error) },
      "a review could not be counted",
    );
    return undefined;
  }
}
