import { z } from "zod";
import { CHECK_PLACES, HIT_VERDICTS } from "../../core/check/check-hit.ts";
import { CHECK_STATES, MAX_CHECK_VERSIONS } from "../../core/check/rule-check.ts";
import { checkExampleSchema, checkTrialSchema, ruleCheckSchema } from "../../core/check/rule-check-schema.ts";
import { RULE_STATUSES } from "../../core/rule/rule.ts";
import { timeField } from "../fields.ts";
import { approvalResponse, ruleResponse } from "./rules.ts";

export const checkVersionField = z
  .int()
  .min(1)
  .max(MAX_CHECK_VERSIONS)
  .describe("The version you read: if it neither runs nor waits any more, nothing is changed.");

const figuresResponse = z
  .object({
    files: z.int().describe("Files that it read."),
    fired: z.int(),
    right: z.int(),
    wrong: z.int(),
    overridden: z.int(),
    caught: z.int().describe("Hits that an agent was told of while it worked, and that nobody found wrong."),
    last_ran: timeField.nullable(),
  })
  .meta({ id: "CheckFigures" });

const { versions, last_move } = ruleCheckSchema.shape;

const checkVersionResponse = versions.element.meta({ id: "CheckVersion" });

export const checkResponse = z
  .object({
    id: z.string(),
    check_id: z.string().describe("The same as `id`."),
    rule_id: z.string(),
    rule: z
      .object({ text: z.string(), status: z.enum(RULE_STATUSES) })
      .nullable()
      .describe("Null if the rule is gone."),
    revision: z.int(),
    state: z
      .enum(CHECK_STATES)
      .describe(
        "`watching` only reports, `nudging` tells the agent right after the edit, `blocking` refuses the edit and fails CI.",
      ),
    running: z.int().nullable().describe("The version that runs."),
    pending: z.int().nullable().describe("The version that waits for a decision."),
    version: z
      .int()
      .describe(
        "The version of `check`, `trial` and `note`: the one that waits, else the one that runs, else the last.",
      ),
    check: checkVersionResponse.shape.check,
    trial: checkTrialSchema,
    note: z.string().nullable(),
    figures: figuresResponse,
    approval: approvalResponse.omit({ not_from: true }).meta({ id: "CheckApproval" }),
    last_move,
    created_at: timeField,
    updated_at: timeField,
  })
  .meta({ id: "Check" });

export const wholeCheckResponse = checkResponse
  .extend({
    examples: z.array(checkExampleSchema).describe("Corrections that it was made from or tried on."),
    versions: z.array(checkVersionResponse),
  })
  .meta({ id: "WholeCheck" });

const checkBriefResponse = z
  .object({
    check_id: z.string(),
    state: z.enum(CHECK_STATES),
    kind: z.enum(["structure", "text", "lint"]),
    language: z.string().nullable(),
    version: z.int(),
    pending: z.int().nullable(),
    figures: figuresResponse,
  })
  .meta({ id: "CheckBrief" });

export const checkedRuleResponse = ruleResponse
  .safeExtend({ checks: z.array(checkBriefResponse).describe("Its checks, with what they did.") })
  .meta({ id: "CheckedRule" });

export const hitResponse = z
  .object({
    id: z.string(),
    check_id: z.string(),
    version: z.int(),
    state: z.enum(["watching", "nudging", "blocking"]).describe("The state of the check at the time."),
    time: timeField,
    checked_in: z.enum(CHECK_PLACES),
    agent: z.string().describe("Empty for a person's work."),
    run: z.string().exactOptional(),
    path: z.string(),
    line: z.int(),
    code: z.string().describe("The lines that were hit, without secrets."),
    verdict: z.enum(HIT_VERDICTS).nullable(),
    reason: z.string().exactOptional(),
    judged_by: z.string().exactOptional(),
    by_person: z.literal(true).exactOptional().describe("A person judged it, not a comment in the code."),
  })
  .meta({ id: "CheckHit" });

export const triedResponse = z
  .object({
    version: z.int(),
    files: z.int().describe("Files that the check reads: in its language and in the scope of its rule."),
    lines: z.int(),
    hits: z.int(),
    per_thousand_lines: z.number().nullable(),
    items: z.array(hitResponse).describe("At most 1,000 hits."),
    notices: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        path: z.string(),
        line: z.int().exactOptional(),
        check_id: z.string().exactOptional(),
      }),
    ),
  })
  .meta({ id: "TriedCheck" });
