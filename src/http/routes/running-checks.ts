import { z } from "zod";
import { MAX_CHECKED_LENGTH } from "../../app/check/check-files.ts";
import { CHECK_PLACES } from "../../core/check/check-hit.ts";
import { checkReportSchema } from "../../core/check/check-report.ts";
import { MAX_PATH } from "../../core/feedback/feedback.ts";
import { defined } from "../../core/defined.ts";
import { momentField } from "../fields.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { recordName, requestedPath, runField } from "../schemas/agent.ts";

const route = routesOf("checks");

const scope = z.object({ agents: z.array(z.string()), paths: z.array(z.string()) });
const example = z
  .object({ before: z.string(), after: z.string() })
  .nullable()
  .describe("A correction to show beside a hit.");
const state = z.enum(["watching", "nudging", "blocking"]);

const runningCheck = z
  .object({
    check_id: z.string(),
    version: z.int(),
    state,
    rule_id: z.string(),
    rule: z.string().describe("The text of the rule."),
    scope,
    check: z.unknown().describe("What `emend checks run` takes as a check."),
    example,
    may_fix: z.boolean().describe("Whether every example agrees on the fix."),
  })
  .meta({ id: "RunningCheck" });

const hit = z
  .object({
    path: z.string(),
    line: z.int(),
    end_line: z.int(),
    column: z.int(),
    end_column: z.int(),
    code: z.string(),
    rule_id: z.string(),
    rule: z.string(),
    check_id: z.string(),
    version: z.int(),
    state,
    example,
    replacement: z.string().exactOptional().describe("What to write instead, if every example agrees on it."),
    ignored: z.string().exactOptional().describe("Why a comment in the file overrides it."),
  })
  .meta({ id: "FileHit" });

const forAgent = recordName.describe(
  "The agent whose work it is; adds the checks of rules for this agent only.",
);
const MOST_FILES = 100;

export const RUNNING_CHECK_ROUTES: readonly Route[] = [
  route("GET /running-checks", {
    id: "listRunningChecks",
    summary: "List the checks that run, with all that running them needs",
    permission: "ask",
    agent: "query",
    query: z.strictObject({ agent: forAgent.optional() }),
    responses: { 200: z.object({ checks: z.array(runningCheck) }) },
    handle: async ({ query: { agent } }, { emend }) => {
      return respond(200, { checks: await emend.checks.active({ fixes: true, ...defined({ agent }) }) });
    },
  }),
  route("POST /check-files", {
    id: "checkFiles",
    summary: "Run the checks over some files",
    description:
      "The files are not stored. With `report`, what the checks found is added to their figures, without secrets.",
    permission: "ask",
    quota: "records",
    agent: "body",
    body: z.strictObject({
      files: z
        .array(
          z.strictObject({
            path: z.string().trim().min(1).max(MAX_PATH).describe("Relative to the repository."),
            text: z.string().max(MAX_CHECKED_LENGTH),
            changed: z
              .array(z.strictObject({ from: z.int().min(1), to: z.int().min(1) }))
              .max(10_000)
              .optional()
              .describe("Report only hits in these lines."),
          }),
        )
        .min(1)
        .max(MOST_FILES),
      agent: forAgent.optional(),
      run: runField.optional(),
      report: z.boolean().default(false),
    }),
    responses: {
      200: z.object({
        files: z.int(),
        checks: z.int().describe("How many checks there are."),
        hits: z.array(hit),
        notices: z
          .array(
            z.object({
              code: z.string(),
              message: z.string(),
              path: z.string(),
              line: z.int().exactOptional(),
              check_id: z.string().exactOptional(),
            }),
          )
          .describe("What was not checked, and comments that have no effect."),
      }),
    },
    handle: async ({ body: { files, agent, run, report } }, { emend }) => {
      const checks = await emend.checks.active({ fixes: true, ...defined({ agent }) });
      const given = files.map(({ path, text, changed }) => ({
        path: requestedPath(path),
        text,
        ...defined({ changed }),
      }));
      const checked = await emend.checks.run(checks, given);
      if (report)
        await emend.checks.report(checked, { checked_in: "api", agent: agent ?? "", ...defined({ run }) });
      return respond(200, {
        files: checked.files,
        checks: checks.length,
        notices: checked.notices,
        hits: checked.hits.map(({ check, start: _start, end: _end, replacement, ...place }) => ({
          ...place,
          rule_id: check.rule_id,
          rule: check.rule,
          check_id: check.check_id,
          version: check.version,
          state: check.state,
          example: check.example,
          ...(replacement === undefined || !check.may_fix ? {} : { replacement }),
        })),
      });
    },
  }),
  route("POST /check-reports", {
    id: "reportChecks",
    summary: "Report what checks found elsewhere",
    description:
      "As hooks and `emend check` do. Reporting the same hit twice for the same run counts once. Checks that do not exist are left out.",
    permission: "record",
    quota: "records",
    agent: "body",
    body: checkReportSchema.extend({
      time: momentField,
      agent: recordName.optional().describe("Whose work it is; absent for a person's."),
      checked_in: z.enum(CHECK_PLACES).default("api"),
    }),
    responses: { 204: null },
    handle: async ({ body }, { emend, now }) => {
      const { agent = "" } = body;
      await emend.checks.receive({ ...body, agent, time: body.time > now() ? now() : body.time });
      return respond(204, null);
    },
  }),
];
