import type { AgentModel } from "../../core/feedback/agent-model.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { chunk } from "../../core/chunk.ts";
import { suggestKey } from "../../core/feedback/key-aliases.ts";
import { fromJsonl } from "../../core/feedback/from-jsonl.ts";
import { STANDINGS } from "../../core/evaluation/evaluation.ts";
import { STORY_STEPS } from "../../core/story/feedback-story.ts";
import { type Feedback, OUTCOMES, SOURCE_KINDS } from "../../core/feedback/feedback.ts";
import { feedbackSchema } from "../../core/feedback/feedback-schema.ts";
import type { Principal } from "../../core/access/token.ts";
import type { Recorded } from "../../ports/feedback-store.ts";
import { maySee, maySeeRecord, readsForAgent, authorOf, limitTrust } from "../agent-scope.ts";
import {
  idField,
  momentField,
  nameField,
  pageSchema,
  pageQuery,
  searchField,
  searchWords,
  textField,
  timeField,
} from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { takeTurn } from "../take-turn.ts";

const feedback = feedbackSchema.meta({ id: "Feedback" });
const route = routesOf("feedback");
const MAX_UNKNOWN_KEYS = 20;
/** Parsing this many items takes a few milliseconds. */
const ITEMS_PER_TURN = 50;

const recorded = z
  .object({
    index: z.int(),
    state: z.enum(["new", "known", "refused"]),
    feedback_id: z.string().nullable(),
    problems: z.array(z.object({ path: z.string(), reason: z.string(), message: z.string() })),
  })
  .meta({ id: "Recorded" });

const judged = z
  .object({
    score: z.number(),
    relation: z.enum(["same", "opposite", "other"]),
    reasons: z.array(z.object({ sign: z.string(), says: z.string(), text: z.string() })),
    cosine: z.number(),
    cluster_id: z.string().nullable().describe("The cluster of similar feedback."),
    feedback,
  })
  .meta({ id: "SimilarFeedback" });

const story = z
  .object({
    feedback_id: z.string(),
    now: z.string().describe("Its current state, in plain words."),
    next: z.string().nullable().describe("The next command to run."),
    steps: z.array(
      z.object({
        at: timeField,
        step: z.enum(STORY_STEPS),
        text: z.string(),
        id: z.string().nullable().describe("The related cluster, rule or feedback."),
        by: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "FeedbackStory" });

export const FEEDBACK_ROUTES: readonly Route[] = [
  route("POST /feedback", {
    id: "recordFeedback",
    summary: "Record feedback",
    description:
      "Each piece has some of the fields `wrong`, `fix`, `comment`, `diff`, `outcome`, `agent`, `path`, `tags` and so on; common names such as `reviewer`, `body` or `created_at` work too. `event_id` is your own key for it, so that sending it again changes nothing. An administrator can also send whole records, as written by Emend. Valid pieces are stored even if others are refused. They are stored in one transaction, so it is safe to repeat the request after a failure.",
    permission: "record",
    quota: "records",
    body: z
      .strictObject({ items: z.array(z.record(z.string(), z.unknown())).min(1).max(500) })
      .meta({ examples: [{ items: [{ agent: "rio", comment: "Close the file before you return." }] }] }),
    takesModel: true,
    responses: {
      200: z.object({ new: z.int(), known: z.int(), refused: z.int(), items: z.array(recorded) }),
    },
    handle: async ({ body, principal, agentModel }, { emend, now }) => {
      const parsed: ParsedItem[] = [];
      for (const items of chunk(body.items, ITEMS_PER_TURN)) {
        if (body.items.length > ITEMS_PER_TURN) await takeTurn();
        for (const item of items) parsed.push(parseItem(item, principal, { now: now(), ...agentModel }));
      }
      const records = parsed.flatMap(({ record }) => record ?? []);
      const { items: results, new: fresh, known } = await emend.feedback.record(records);
      let at = 0;
      const items = parsed.map(({ record, problems }, index) => {
        const result = record === undefined ? undefined : results[at++];
        return {
          index,
          state: result?.state ?? ("refused" as const),
          feedback_id: result?.id ?? null,
          problems: [...problems, ...collisionIn(result)],
        };
      });
      return respond(200, { new: fresh, known, refused: parsed.length - records.length, items });
    },
  }),
  route("GET /feedback", {
    id: "listFeedback",
    summary: "List feedback, newest first",
    description:
      "With `search`, `outcome`, `author`, `source` or `class`, or with an agent's token, a page may have fewer items than requested, or none, and still have a `next`. An agent's token never gets feedback from outsiders.",
    permission: "ask",
    agent: "query",
    query: z.strictObject({
      ...pageQuery,
      agent: nameField.optional(),
      tag: nameField.optional(),
      since: momentField.optional(),
      outcome: z.enum(OUTCOMES).optional(),
      author: nameField.optional(),
      source: z.enum(SOURCE_KINDS).optional(),
      class: z
        .enum([...STANDINGS, "not_evaluated"])
        .optional()
        .describe("Only feedback of this class."),
      search: searchField,
    }),
    responses: { 200: pageSchema(feedback) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { search, class: standing, ...query }, principal }, { emend }) => {
      const withoutOutsiders = readsForAgent(principal);
      const filter = { ...defined({ ...query, standing }), words: searchWords(search), withoutOutsiders };
      return respond(200, pageAnswer(await emend.feedback.search(filter)));
    },
  }),
  route("GET /feedback/{feedback_id}", {
    id: "getFeedback",
    summary: "Get one piece of feedback",
    permission: "ask",
    params: z.strictObject({ feedback_id: idField }),
    responses: { 200: feedback },
    problems: ["not_found"],
    handle: async ({ params, principal }, { store }) => {
      const record = await store.feedback.find(params.feedback_id);
      if (record === undefined || !maySeeRecord(principal, record)) throw notFound();
      return respond(200, record);
    },
  }),
  route("GET /feedback/{feedback_id}/story", {
    id: "getFeedbackStory",
    summary: "Get what became of a piece of feedback",
    description:
      "The feedback, its evaluation, the cluster it joined, the rules that were proposed and decided, reminders, and when the same feedback was given again; oldest first.",
    permission: "read",
    params: z.strictObject({ feedback_id: idField }),
    responses: { 200: story },
    problems: ["not_found"],
    handle: async ({ params }, { store, emend }) => {
      const record = await store.feedback.find(params.feedback_id);
      if (record === undefined) throw notFound();
      return respond(200, await emend.feedback.story(record));
    },
  }),
  route("POST /feedback/similar", {
    id: "findSimilarFeedback",
    summary: "Find recorded feedback similar to a text",
    permission: "ask",
    body: z.strictObject({
      text: textField.min(1),
      limit: z.int().min(1).max(50).default(10),
      threshold: z.number().min(0).max(1).optional(),
      search: z
        .boolean()
        .default(false)
        .describe(
          "Whether the text is a search, such as `broken links`. Feedback that has its words then comes first, and is found even below the threshold.",
        ),
    }),
    responses: { 200: pageSchema(judged) },
    handle: async ({ body: { search: isSearch, ...body }, principal }, { store, emend }) => {
      const found = await emend.feedback.similar({ ...defined(body), isSearch });
      const visible = found.filter(({ feedback: record }) => maySeeRecord(principal, record));
      const memberships = await store.clusters.membershipsOf(visible.map(({ feedback: { id } }) => id));
      const items = visible.map(({ feedback: record, cosine, judgement }) => ({
        ...judgement,
        cosine,
        cluster_id: memberships.get(record.id)?.cluster_id ?? null,
        feedback: record,
      }));
      return respond(200, pageAnswer({ items }));
    },
  }),
];

const notFound = (): HttpProblem => new HttpProblem("not_found", "there is no feedback with this id");

/** A collision is only reported, because the record is stored anyway. */
function collisionIn(result: Recorded | undefined): ParsedItem["problems"] {
  if (result?.state !== "new" || result.collided_with === undefined) return [];
  const message = `${result.collided_with} has the same event or content from another author; both are stored`;
  return [{ path: "event_id", reason: "collision", message }];
}

/** Unknown fields are stored with the record but not used. */
const unknownKeys = (keys: readonly string[]): ParsedItem["problems"] =>
  keys.slice(0, MAX_UNKNOWN_KEYS).map((key) => {
    const suggestion = suggestKey(key);
    const message = `is an unknown field and was ignored${suggestion === undefined ? "" : `; did you mean ${suggestion}?`}`;
    return { path: key, reason: "unknown_key", message };
  });

interface ParsedItem {
  readonly record?: Feedback;
  readonly problems: readonly { readonly path: string; readonly reason: string; readonly message: string }[];
}

const WHOLE_RECORD = {
  path: "schema",
  reason: "whole_record",
  message:
    "only administrators and `emend import` can send whole records, because their ids refer to other people's events; leave out schema, id and fingerprint",
};

function parseItem(
  item: Readonly<Record<string, unknown>>,
  principal: Principal,
  context: { readonly now: string } & AgentModel,
): ParsedItem {
  if (item["schema"] !== undefined && principal.role !== "admin") return { problems: [WHOLE_RECORD] };
  const own = principal.role === "agent" ? { agent: principal.agent! } : {};
  const {
    feedback: [record],
    diagnostics,
    unknown = [],
  } = fromJsonl(item, { ...context, author: authorOf(principal), ...own });
  const problems = [
    ...diagnostics.map(({ path, reason, message }) => ({ path, reason, message })),
    ...unknownKeys(unknown),
  ];
  if (record === undefined) return { problems };
  if (!maySee(principal, record.agent)) {
    const message = `this token belongs to the agent ${JSON.stringify(principal.agent)}`;
    return { problems: [...problems, { path: "agent", reason: "other_agent", message }] };
  }
  return { record: limitTrust(record, principal), problems };
}
