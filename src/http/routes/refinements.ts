import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { NEXT_RESULTS, type RefinementRecord } from "../../core/prompt/refinement-record.ts";
import { ACTION_TYPES } from "../../core/prompt/refinement-actions.ts";
import { SIGNAL_TYPES } from "../../core/signal/signal.ts";
import type { FollowedRefinement } from "../../ports/iteration-store.ts";
import { idField, momentField, pageSchema, pageQuery, timeField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { recordName } from "../schemas/agent.ts";

const route = routesOf("prompts");
const count = z.int();

const next = z
  .object({
    heard: z.enum(NEXT_RESULTS),
    at: timeField,
    id: z.string().describe("The id of the feedback or of the next refinement."),
  })
  .nullable()
  .describe(
    "The next signal in the same run or session: a decision, an agent's own claim, a failure or a remark. Null if there was none.",
  );

const entry = z
  .object({
    id: z.string(),
    timestamp: timeField,
    original_prompt: z.string(),
    feedback_type: z.enum(SIGNAL_TYPES),
    feedback_signal: z.string(),
    actions_applied: z.array(z.enum(ACTION_TYPES)),
    refined_prompt: z.string(),
    iteration: count,
    success: z.boolean().describe("Whether the refined prompt reaches the target score."),
    score_before: z.number(),
    score_after: z.number(),
    agent: z.string().nullable(),
    session: z.string().nullable(),
    run: z.string().nullable(),
    recorded_by: z.string(),
    next,
  })
  .meta({ id: "LoggedRefinement" });

const summary = z
  .object({
    feedback_type: z.enum(SIGNAL_TYPES),
    action: z.enum(ACTION_TYPES),
    entries: count.describe("Iterations in which it was applied."),
    successes: count.describe("Iterations that reached the target score."),
    score_before: z.number().describe("Mean over those iterations."),
    score_after: z.number(),
    next: z
      .object(
        Object.fromEntries([...NEXT_RESULTS, "unknown" as const].map((heard) => [heard, count])) as Record<
          (typeof NEXT_RESULTS)[number] | "unknown",
          typeof count
        >,
      )
      .describe("How often each came next."),
  })
  .meta({ id: "RefinementSummary" });

const filters = {
  agent: recordName.optional(),
  type: z.enum(SIGNAL_TYPES).optional(),
  action: z.enum(ACTION_TYPES).optional(),
  session: recordName.optional(),
  run: recordName.optional(),
  since: momentField.optional(),
};

export const REFINEMENT_ROUTES: readonly Route[] = [
  route("GET /prompts/refinements", {
    id: "listRefinements",
    summary: "List the log of refinements, newest first",
    description:
      "One entry for each iteration, with the actions that were applied, across all sessions. Secrets are masked before anything is stored.",
    permission: "read",
    query: z.strictObject({ ...pageQuery, ...filters }),
    responses: { 200: pageSchema(entry) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { store }) => {
      const page = await store.refinements.list(defined(query));
      return respond(200, pageAnswer({ ...page, items: page.items.map(toEntry) }));
    },
  }),
  route("GET /prompts/refinements/summary", {
    id: "summariseRefinements",
    summary: "Get what each action achieved, by type of signal",
    permission: "read",
    query: z.strictObject(filters),
    responses: {
      200: z.object({
        entries: count,
        more: z.boolean().describe("Whether older entries are not included."),
        actions: z.array(summary),
      }),
    },
    handle: async ({ query }, { emend }) => respond(200, await emend.refinements.report(defined(query))),
  }),
  route("GET /prompts/refinements/{refinement_id}", {
    id: "getRefinement",
    summary: "Get one entry of the log of refinements",
    permission: "read",
    params: z.strictObject({ refinement_id: idField }),
    responses: { 200: entry },
    problems: ["not_found"],
    handle: async ({ params }, { store }) => {
      const found = await store.refinements.find(params.refinement_id);
      if (found === undefined) throw new HttpProblem("not_found", "there is no refinement with this id");
      return respond(200, toEntry(found));
    },
  }),
];

const toEntry = (record: RefinementRecord & FollowedRefinement) => ({
  ...record,
  agent: record.agent ?? null,
  session: record.session ?? null,
  run: record.run ?? null,
});
