import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { LEARN_GROUP } from "../../app/evaluation/learn-from-events.ts";
import { DECISION_GROUP } from "../../app/event/ingest-decisions.ts";
import { nameField, pageSchema, pageQuery, timeField } from "../fields.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { guardStream, type WatchReader } from "../guard-stream.ts";
import { isEmendEvent, streamEvents } from "../stream-events.ts";

const route = routesOf("events");

const letter = z
  .object({
    id: z.string(),
    group: z.string(),
    entry: z.string(),
    body: z.string(),
    reason: z.string(),
    attempts: z.int(),
    time: timeField,
  })
  .meta({ id: "DeadLetter" });

const letterIds = z.strictObject({ ids: z.array(z.string().min(1).max(200)).min(1).max(500) });

export const EVENT_ROUTES: readonly Route[] = [
  route("GET /events", {
    id: "streamEvents",
    summary: "Stream events as they happen",
    description:
      "Server-sent events. Each is a CloudEvent that refers to records without repeating their text; its `id` is its position in the log. Send the last one as Last-Event-ID (or `after`) to get the events you missed. If they are no longer available, an event named `reset` tells you to reload everything. The stream ends when the token or login expires.",
    permission: "read",
    query: z.strictObject({ after: z.string().min(1).max(100).optional() }),
    media: "text/event-stream",
    responses: { 200: z.string() },
    handle: async ({ query, header, signal, principal, sessionSecret }, { events, tail, access }) => {
      const lastEventId = header("last-event-id") ?? query.after;
      const stream = await streamEvents({ events, tail, signal, ...defined({ lastEventId }) });
      const watch: WatchReader = (end) => access.watch({ principal, sessionSecret }, end);
      return respond(200, guardStream(stream, watch, signal) as unknown as string);
    },
  }),
  route("GET /events/latest", {
    id: "listLatestEvents",
    summary: "List the latest events, newest first",
    description:
      "At most `limit` events, without a next page. An item's `id` is the event's position in the log, as in the stream.",
    permission: "read",
    query: z.strictObject({ limit: pageQuery.limit }),
    responses: {
      200: pageSchema(
        z
          .object({
            id: z.string(),
            type: z.string(),
            time: timeField,
            subject: z.string().describe("The id of the record."),
            data: z.record(z.string(), z.unknown()),
          })
          .meta({ id: "LatestEvent" }),
      ),
    },
    handle: async ({ query }, { events }) => {
      const entries = await events.latest(query.limit);
      return respond(200, {
        items: entries.flatMap(({ id, event }) => {
          if (!isEmendEvent(event)) return [];
          const { type, time, subject, data } = event;
          return [{ id, type, time, subject, data }];
        }),
        next: null,
      });
    },
  }),
  route("GET /events/backlog", {
    id: "getEventBacklog",
    summary: "Get how far behind the readers of the event log are",
    permission: "read",
    responses: {
      200: z.object({
        outbox: z.int(),
        groups: z.array(
          z.object({
            group: z.string(),
            endpoint: z
              .string()
              .nullable()
              .describe("The endpoint that the group delivers to; null for Emend's own groups."),
            waiting: z.int(),
            pending: z.int(),
            dead: z.int(),
          }),
        ),
      }),
    },
    handle: async (_request, { store, events, webhooks }) => {
      const groups = [
        ...[DECISION_GROUP, LEARN_GROUP].map((group) => ({ group, endpoint: null })),
        ...(webhooks?.endpoints ?? []).map(({ group, shown }) => ({ group, endpoint: shown })),
      ];
      const backlogs = await Promise.all(
        groups.map(async (each) => ({ ...each, ...(await events.backlog(each.group)) })),
      );
      return respond(200, { outbox: await store.outbox.depth(), groups: backlogs });
    },
  }),
  route("GET /events/dead", {
    id: "listDeadLetters",
    summary: "List dead letters, oldest first",
    permission: "administer",
    query: z.strictObject({ ...pageQuery, group: nameField.optional() }),
    responses: { 200: pageSchema(letter) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { events }) =>
      respond(200, pageAnswer(await events.deadLetters(defined(query)))),
  }),
  route("POST /events/dead/replay", {
    id: "replayDeadLetters",
    summary: "Replay dead letters in their group",
    permission: "administer",
    body: letterIds,
    responses: { 200: z.object({ replayed: z.int() }) },
    handle: async ({ body }, { events }) => respond(200, { replayed: await events.replay(body.ids) }),
  }),
  route("POST /events/dead/discard", {
    id: "discardDeadLetters",
    summary: "Delete dead letters permanently",
    permission: "administer",
    body: letterIds,
    responses: { 200: z.object({ discarded: z.int() }) },
    handle: async ({ body, principal }, { emend }) =>
      respond(200, { discarded: await emend.audit.discardDeadLetters(body.ids, principal.id) }),
  }),
];
