import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { MAX_EVENT_ID, MAX_FEEDBACK_TEXT } from "../../core/feedback/feedback.ts";
import { sentSignalId } from "../../core/feedback/own-event.ts";
import {
  MAX_REMINDERS,
  REMINDER_PLACES,
  REMINDER_SOURCES,
  REMINDER_ENDS,
} from "../../core/reminder/reminder.ts";
import { renderReminders } from "../../core/reminder/rank-reminders.ts";
import { idField, timeField } from "../fields.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { reminderScope } from "../reminder-scope.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { agentParams, requestedPath, pathsField } from "../schemas/agent.ts";
import { authorOf, eventOwner } from "../agent-scope.ts";

const route = routesOf("agents");
/** `more` is only exact up to this number. */
const MAX_COUNTED = 100;

const reminderSchema = z
  .object({
    feedback_id: z.string(),
    words: z.string().describe("The person's own words, cut if they are long."),
    by: z.string(),
    said_at: timeField,
    until: timeField.describe("When the reminder ends, if nothing ends it earlier."),
    path: z.string().nullable().describe("The file it is about."),
    here: z.enum(REMINDER_PLACES).describe("How close it is to the requested files."),
  })
  .meta({ id: "Reminder" });

export const REMINDER_ROUTES: readonly Route[] = [
  route("GET /agents/{agent}/reminders", {
    id: "listReminders",
    summary: "List the corrections that an agent is reminded of",
    description:
      "Corrections by trusted people in the last two weeks that no rule or check covers yet, closest to the files first. These are not rules, and never include outsiders' words. An agent's token gets only what the server's setting `reminders` allows, and `own` means the person who issued the token.",
    permission: "ask",
    agent: "path",
    params: agentParams,
    query: z.strictObject({
      path: pathsField.optional(),
      about: z.string().max(2_000).optional().describe("What the work is about."),
      source: z
        .enum(REMINDER_SOURCES)
        .optional()
        .describe("Whose corrections (default: the server's setting)."),
      limit: z.int().min(1).max(50).default(MAX_REMINDERS).describe("Maximum number of items."),
    }),
    responses: {
      200: z.object({
        agent: z.string(),
        source: z.enum(REMINDER_SOURCES).describe("Whose corrections these are."),
        reminders: z.array(reminderSchema),
        more: z.int().describe("Number of further ones that are not listed."),
        section: z
          .string()
          .describe(
            "The part of the prompt with the closest ones, at most five in 400 tokens; empty if there are none.",
          ),
      }),
    },
    handle: async ({ params: { agent }, query, principal }, context) => {
      const scope = await reminderScope(principal, query.source, context);
      const found = await context.emend.reminders.find({
        agent,
        files: (query.path ?? []).map(requestedPath),
        ...scope,
        limit: MAX_COUNTED,
        ...defined({ about: query.about }),
      });
      return respond(200, {
        agent,
        source: scope.source,
        reminders: found.slice(0, query.limit).map((each) => ({ ...each, path: each.path ?? null })),
        more: Math.max(0, found.length - query.limit),
        section: renderReminders(found).section,
      });
    },
  }),
  route("POST /reminders/{feedback_id}/dismiss", {
    id: "dismissReminder",
    summary: "End a reminder",
    description: "Agents no longer see this correction. The feedback stays and remains evidence.",
    permission: "decide",
    params: z.strictObject({ feedback_id: idField }),
    body: z.strictObject({ reason: z.string().trim().min(1).max(MAX_FEEDBACK_TEXT) }),
    responses: {
      200: z.object({
        feedback_id: z.string(),
        how: z.enum(REMINDER_ENDS),
        by: z.string(),
        reason: z.string(),
        at: timeField,
      }),
    },
    problems: ["reminder_not_found", "reminder_ended", "reason_required", "not_a_person"],
    handle: async ({ params, body, principal }, { emend }) => {
      const author = authorOf(principal);
      if (author.trust !== "person") {
        throw new HttpProblem("not_a_person", "only a person can dismiss a reminder; log in as one");
      }
      const dismissal = { by: author.id, reason: body.reason };
      return respond(200, valueOrProblem(await emend.reminders.dismiss(params.feedback_id, dismissal)));
    },
  }),
  route("POST /agents/{agent}/fixed", {
    id: "reportFixed",
    summary: "Report that failures were fixed",
    description:
      "The command that failed has passed since, so agents are no longer reminded of these failures. Each is identified by the `event_id` that the same token recorded it with. Ids that are not failures, or belong to somebody else, are ignored.",
    permission: "record",
    quota: "records",
    agent: "path",
    params: agentParams,
    body: z.strictObject({
      event_ids: z.array(z.string().min(1).max(MAX_EVENT_ID)).min(1).max(500),
      command: z.string().max(1_000).describe("The command that passed."),
    }),
    responses: {
      200: z.object({ ended: z.int().describe("How many failures this resolved.") }),
    },
    handle: async ({ params: { agent }, body, principal }, { emend, now }) => {
      const owner = principal.role === "admin" ? undefined : eventOwner(principal);
      const ended = await emend.reminders.markFixed({
        feedback_ids: body.event_ids.map((id) => sentSignalId(id, owner)),
        agent,
        by: principal.id,
        reason: body.command,
        at: now(),
      });
      return respond(200, { ended });
    },
  }),
];
