import { z } from "zod";
import {
  CORRECTION_KINDS,
  CORRECTION_OUTCOMES,
  CORRECTION_SOURCES,
} from "../../core/correction/past-correction.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { idField, nameField, pageSchema, pageQuery, timeField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { originResponse } from "../schemas/correction-origin.ts";

const route = routesOf("corrections");

const correction = z
  .object({
    id: z.string(),
    found: z.enum(CORRECTION_SOURCES),
    kind: z.enum(CORRECTION_KINDS),
    remark: z.string().describe("What the person said; empty for an edit without words."),
    act: z.string().exactOptional().describe("What the agent did that was corrected."),
    before: z.string().exactOptional().describe("The lines that were corrected."),
    after: z.string().exactOptional().describe("What became of them; empty if they were deleted."),
    outcome: z
      .enum(CORRECTION_OUTCOMES)
      .describe("`landed` if the work was changed where the correction pointed, `declined` if it stayed."),
    author: z.string().exactOptional(),
    agent: z.string().exactOptional(),
    project: z.string().describe("A repository or a folder of transcripts; empty if unknown."),
    session: z.string().describe("The conversation, pull request, commit or run."),
    path: z.string().exactOptional(),
    time: timeField.exactOptional(),
    rework: z.int().describe("Tool calls that the agent made in answer."),
    origin: originResponse.describe("Where to look it up."),
  })
  .meta({ id: "PastCorrection" });

export const CORRECTION_ROUTES: readonly Route[] = [
  route("GET /corrections", {
    id: "listCorrections",
    summary: "List past corrections, newest first",
    description:
      "What people corrected in the work of agents: in conversations, reviews, commits and decisions. Secrets are masked, and outsiders' corrections are left out. Agents' tokens cannot read them, because they quote private conversations.",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      project: z.string().min(1).max(1_024).optional(),
      agent: nameField.optional(),
      author: nameField.optional(),
      path: z
        .string()
        .min(1)
        .max(1_024)
        .optional()
        .describe("Only of this file, relative to the repository."),
      found: z.enum(CORRECTION_SOURCES).optional(),
      outcome: z.enum(CORRECTION_OUTCOMES).optional(),
      with_edit: z
        .enum(["true", "false"])
        .optional()
        .describe("`true` for only those with lines before or after."),
    }),
    responses: { 200: pageSchema(correction) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { with_edit, ...query } }, { emend }) =>
      respond(
        200,
        pageAnswer(await emend.corrections.list(defined({ ...query, withEdit: with_edit === "true" }))),
      ),
  }),
  route("GET /corrections/{correction_id}", {
    id: "getCorrection",
    summary: "Get one past correction",
    permission: "read",
    params: z.strictObject({ correction_id: idField }),
    responses: { 200: correction },
    problems: ["not_found"],
    handle: async ({ params }, { emend }) => {
      const found = await emend.corrections.find(params.correction_id);
      if (found === undefined) throw new HttpProblem("not_found", "there is no correction with this id");
      return respond(200, found);
    },
  }),
];
