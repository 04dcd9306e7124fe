import { z } from "zod";
import { defined } from "../../core/defined.ts";
import { nameField, timeField } from "../fields.ts";
import { respond, type Route, routesOf } from "../route.ts";

const route = routesOf("loop");

const dayField = z.iso.date().meta({ description: "A UTC day.", examples: ["2026-11-19"] });
const agentQuery = { agent: nameField.optional().describe("Only this agent's work, and rules for it.") };

const figures = z
  .object({
    corrected: z.int().describe("Feedback that asks for something else. Approvals are left out."),
    recurred: z.int().describe("How much of it repeats an earlier correction."),
    proposed: z.int().describe("Rules that were proposed."),
    approved: z.int().describe("Rules that came into force."),
    stopped: z.int().describe("Rules in force whose mistake did not occur."),
    came_back: z.int().describe("Rules in force whose mistake occurred."),
  })
  .meta({ id: "LoopFigures" });

const days = {
  first: z.string().describe("The first day, in UTC."),
  last: z.string().describe("The last day."),
};

const mistake = z
  .object({
    cluster_id: z.string(),
    name: z.string().describe("A name for people; empty if the words are no longer stored."),
    count: z.int(),
    agents: z
      .array(z.object({ agent: z.string(), count: z.int(), since_rule: z.int() }))
      .describe(
        "By agent, most first; an empty name means no agent. `since_rule` counts since the day after the rule came into force.",
      ),
    rule: z
      .object({ id: z.string(), text: z.string(), since: z.string().describe("The day, in UTC.") })
      .nullable()
      .describe("The rule in force against it."),
  })
  .meta({ id: "CommonMistake" });

const act = z
  .object({
    time: timeField,
    action: z.string(),
    actor: z.string().nullable().describe("Null if the person was erased."),
    subject: z.string().describe("The id of the rule, the work or the feedback."),
    text: z.string().nullable().describe("The rule's text or the title of the work."),
  })
  .meta({ id: "LoopAct" });

/** What the loop did: corrections, repeats, proposals, approvals, and whether the mistakes stopped. */
export const LOOP_ROUTES: readonly Route[] = [
  route("GET /loop", {
    id: "getLoop",
    summary: "Get what the loop did in the last days",
    description:
      "Counts of some days and of as many days before: corrections, how many of them repeat earlier ones, rules proposed and approved, and how many rules in force stopped their mistake.",
    permission: "read",
    query: z.strictObject({
      until: dayField.optional().describe("The last day, in UTC; today by default."),
      days: z.int().min(1).max(90).default(7),
      ...agentQuery,
    }),
    responses: {
      200: z.object({ ...days, figures, previous: z.object({ ...days, figures }) }),
    },
    handle: async ({ query: { until, days: count, agent } }, { emend, now }) =>
      respond(
        200,
        await emend.loop.sheet({ last: until ?? today(now()), days: count, ...defined({ agent }) }),
      ),
  }),
  route("GET /loop/mistakes", {
    id: "listCommonMistakes",
    summary: "List the most common mistakes of the last days by agent",
    permission: "read",
    query: z.strictObject({
      until: dayField.optional().describe("The last day, in UTC; today by default."),
      days: z.int().min(1).max(90).default(30),
      limit: z.int().min(1).max(50).default(12).describe("Maximum number of mistakes."),
      ...agentQuery,
    }),
    responses: { 200: z.object({ ...days, mistakes: z.array(mistake) }) },
    handle: async ({ query: { until, days: count, limit, agent } }, { emend, now }) =>
      respond(
        200,
        await emend.loop.mistakes({ last: until ?? today(now()), days: count, limit, ...defined({ agent }) }),
      ),
  }),
  route("GET /loop/days/{day}", {
    id: "getLoopDay",
    summary: "Get what happened on a day",
    description: "Corrections, and what people decided about rules, checks, work and feedback, oldest first.",
    permission: "read",
    params: z.strictObject({ day: dayField }),
    query: z.strictObject({
      ...agentQuery,
      person: nameField.optional().describe("Only what this person did."),
    }),
    responses: {
      200: z.object({
        day: z.string(),
        corrected: z.int(),
        recurred: z.int(),
        acts: z.array(act).describe("At most 60."),
        acts_more: z.int().describe("Number of further acts that are not listed."),
      }),
    },
    handle: async ({ params: { day }, query }, { emend }) =>
      respond(200, await emend.loop.day(day, defined(query))),
  }),
];

const today = (now: string): string => now.slice(0, 10);
