import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { TRIAL_VERDICTS } from "../../core/trial/judge-trial.ts";
import { toTrialWire, type TrialWire } from "../../core/trial/trial-wire.ts";
import { LEAST_SHARE, MOST_SHARE, TRIAL_KINDS, TRIAL_STATES } from "../../core/trial/trial.ts";
import { API_PREFIX } from "../api-prefix.ts";
import { deciderOf } from "../agent-scope.ts";
import { idField, pageQuery, pageSchema, timeField } from "../fields.ts";
import { valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { reasonField } from "../schemas/rules.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const verdict = z.enum(TRIAL_VERDICTS);

const trialResponse = z
  .object({
    id: z.string(),
    rule_id: z.string(),
    version: z.int(),
    text: z.string().describe("The rule's text in this version."),
    revision: z.int(),
    kind: z
      .enum(TRIAL_KINDS)
      .describe("`introduction`: whether a rule helps. `withdrawal`: whether a rule is still needed."),
    state: z.enum(TRIAL_STATES),
    share: share.describe("The share of tasks that are given the rule."),
    margin: z
      .number()
      .nullable()
      .describe("Withdrawal only: how much the mistake may rise without the rule."),
    no_difference: z
      .object({ low: z.number().nullable(), high: z.number() })
      .describe(
        "*makes no difference* once the interval of the reduction lies between these; a withdrawal has no lower end.",
      ),
    verdict: verdict.describe("`undecided` while it runs, and if people stopped it."),
    waits_for: z
      .enum(["arms", "other_trials"])
      .nullable()
      .describe(
        "Why a clear trial goes on: its arms do not have the sizes they should, or all running trials together ask for more evidence.",
      ),
    e_value: z.number().describe("The evidence against no difference; it holds however often you look."),
    threshold: z.number().describe("The evidence that a trial needs by itself."),
    reduction: z
      .object({
        estimate: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number(),
      })
      .describe(
        "The share of recurrences that the rule prevents, with an interval that holds at every look.",
      ),
    recurrences: z.object({
      given: count,
      withheld: count,
      unassigned: count.describe("In work that named neither a run nor a task; they prove nothing."),
    }),
    tasks: z.object({ given: count, withheld: count }).describe("Tasks by arm."),
    arms: z
      .object({ ok: z.boolean(), e_value: z.number() })
      .describe("Whether the arms have the right sizes."),
    points: z
      .array(
        z.object({
          recurrences: count,
          e_value: z.number(),
          low: z.number().nullable(),
          high: z.number(),
          time: timeField,
        }),
      )
      .describe("The evidence as it came in, at most 121 points."),
    forecast: z
      .object({
        recurrences: count.describe("Recurrences until a verdict, if the rule prevents half of them."),
        tasks: count.nullable(),
        days: count.nullable(),
        is_too_rare: z.boolean().describe("Whether nobody would wait for the verdict."),
      })
      .describe("What was expected when it started."),
    started_by: z.string(),
    started_at: timeField,
    updated_at: timeField,
    end: z
      .object({ by: z.string(), at: timeField, reason: z.string(), verdict: verdict.nullable() })
      .nullable(),
  })
  .meta({ id: "Trial" });

const exemptionResponse = z.object({
  rule_id: z.string(),
  by: z.string(),
  at: timeField,
  reason: z.string(),
});

const toResponse = (wire: TrialWire): z.input<typeof trialResponse> => ({
  ...wire,
  points: [...wire.points],
});

const route = routesOf("trials");
const params = z.strictObject({ trial_id: idField });
const ruleParams = z.strictObject({ rule_id: idField });

/** Trials of rules. Agents get no access: they must not learn their arm. */
export const TRIAL_ROUTES: readonly Route[] = [
  route("GET /trials", {
    id: "listTrials",
    summary: "List trials with their evidence, most recently changed first",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(TRIAL_STATES).optional(),
      rule: idField.optional().describe("Only trials of this rule."),
    }),
    responses: { 200: pageSchema(trialResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { emend }) => {
      const page = await emend.trials.list(defined(query));
      return respond(
        200,
        pageAnswer({ ...page, items: page.items.map((report) => toResponse(toTrialWire(report))) }),
      );
    },
  }),
  route("POST /trials", {
    id: "startTrial",
    summary: "Start a trial of a rule",
    description:
      "Each task of an agent is given the rule or not, by chance, until the evidence decides. If you start it before the last approval, every task is in the trial from the start. A withdrawal asks whether a rule in force is still needed. A mistake that is too rare for a verdict is refused, unless `anyway` is true. `works` ends the trial and keeps the rule, `harms` retires it at once, and `makes no difference` asks people to retire it.",
    permission: "approve",
    body: z.strictObject({
      rule_id: idField,
      kind: z.enum(TRIAL_KINDS).default("introduction"),
      share: z
        .number()
        .min(LEAST_SHARE)
        .max(MOST_SHARE)
        .optional()
        .describe("The share of tasks that are given the rule (default: `trials.share`)."),
      margin: z
        .number()
        .min(0.05)
        .max(1)
        .optional()
        .describe("Withdrawal: how much the mistake may rise without the rule (default: `trials.margin`)."),
      anyway: z.boolean().default(false).describe("Start it even if nobody would wait for the verdict."),
    }),
    responses: { 201: trialResponse },
    problems: [
      "rule_not_found",
      "not_a_person",
      "invalid_share",
      "rule_not_open",
      "not_in_force",
      "needs_words",
      "rule_exempt",
      "unknown_mistake",
      "mistake_too_rare",
      "trial_running",
      "too_many_trials",
      "trial_busy",
    ],
    handle: async ({ body, principal }, { emend }) => {
      const started = valueOrProblem(
        await emend.trials.start({ ...defined(body), by: deciderOf(principal) }),
      );
      const report = valueOrProblem(await emend.trials.show(started.id));
      return respond(201, toResponse(toTrialWire(report)), {
        etag: String(started.revision),
        location: `${API_PREFIX}/trials/${started.id}`,
      });
    },
  }),
  route("GET /trials/{trial_id}", {
    id: "getTrial",
    summary: "Get one trial with its evidence as it came in",
    permission: "read",
    params,
    responses: { 200: trialResponse },
    problems: ["trial_not_found"],
    handle: async ({ params: { trial_id } }, { emend }) => {
      const report = valueOrProblem(await emend.trials.show(trial_id));
      return respond(200, toResponse(toTrialWire(report)));
    },
  }),
  route("POST /trials/{trial_id}/stop", {
    id: "stopTrial",
    summary: "Stop a trial without a verdict",
    description: "The rule stays as it is, and is given to every task from now on.",
    permission: "approve",
    params,
    body: z.strictObject({ reason: reasonField }),
    responses: { 200: trialResponse },
    problems: ["trial_not_found", "not_a_person", "reason_required", "trial_ended", "trial_busy"],
    handle: async ({ params: { trial_id }, body, principal }, { emend }) => {
      valueOrProblem(await emend.trials.stop(trial_id, { ...body, by: deciderOf(principal) }));
      const report = valueOrProblem(await emend.trials.show(trial_id));
      return respond(200, toResponse(toTrialWire(report)));
    },
  }),
  route("POST /rules/{rule_id}/exempt", {
    id: "exemptRule",
    summary: "Exempt a rule from trials",
    description: "Every task is given the rule. If a trial of it is running, it stops.",
    permission: "approve",
    params: ruleParams,
    body: z.strictObject({ reason: reasonField }),
    responses: {
      200: z.object({
        exemption: exemptionResponse,
        stopped: z.string().nullable().describe("The id of the trial that it stopped."),
      }),
    },
    problems: ["rule_not_found", "not_a_person", "reason_required", "rule_exempt"],
    handle: async ({ params: { rule_id }, body, principal }, { emend }) => {
      const { exemption, stopped } = valueOrProblem(
        await emend.trials.exempt(rule_id, { ...body, by: deciderOf(principal) }),
      );
      return respond(200, { exemption, stopped: stopped?.id ?? null });
    },
  }),
  route("POST /rules/{rule_id}/end-exemption", {
    id: "endRuleExemption",
    summary: "Allow trials of a rule again",
    permission: "approve",
    params: ruleParams,
    body: z.strictObject({ reason: reasonField }),
    responses: { 200: z.object({ rule_id: z.string() }) },
    problems: ["rule_not_found", "not_a_person", "reason_required", "not_exempt"],
    handle: async ({ params: { rule_id }, body, principal }, { emend }) => {
      valueOrProblem(await emend.trials.endExemption(rule_id, { ...body, by: deciderOf(principal) }));
      return respond(200, { rule_id });
    },
  }),
];
