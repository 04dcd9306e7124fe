import { hoursAfter } from "../../core/time/time.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { pageSchema, pageQuery, timeField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("audit");

const dayField = z.iso.date();

const entryFields = {
  seq: z.int(),
  time: timeField,
  action: z.string(),
  subject: z.string(),
  hash: z.string(),
};

const entry = z
  .discriminatedUnion("state", [
    z.object({
      state: z.literal("kept"),
      ...entryFields,
      actor: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
    z.object({ state: z.literal("erased"), ...entryFields }),
    z.object({ state: z.literal("unreadable"), ...entryFields }),
  ])
  .meta({ id: "AuditEntry" });

const verdict = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    entries: z.int(),
    erased: z.int(),
    head: z.object({ seq: z.int(), hash: z.string() }),
    rules: z
      .object({
        in_force: z.int(),
        unverified: z
          .array(z.string())
          .describe(
            "Rules that the log can no longer verify: somebody who approved them was erased, or they were restored from the ledger.",
          ),
      })
      .describe("The rules in force, each of which matches the log."),
  }),
  z.object({
    ok: z.literal(false),
    seq: z.int().describe("The entry that is broken, or that a rule contradicts."),
    reason: z.string(),
    message: z.string(),
    rule_id: z.string().optional().describe("The rule that does not match the log."),
  }),
]);

export const AUDIT_ROUTES: readonly Route[] = [
  route("GET /audit", {
    id: "listAudit",
    summary: "List what people changed, newest first",
    description:
      "One page looks at up to 20,000 entries, so with a filter it may have few or no items although `next` is set; continue with `next`.",
    permission: "audit",
    query: z.strictObject({
      ...pageQuery,
      kind: z
        .string()
        .regex(/^[a-z]{1,40}$/, "expected the first part of an action, such as rule")
        .optional()
        .describe("The first part of an action, such as rule."),
      actor: z.string().min(1).max(200).optional(),
      since: dayField.optional().describe("The first day, in UTC."),
      until: dayField.optional().describe("The last day, in UTC."),
    }),
    responses: { 200: pageSchema(entry) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { limit, after, since, until, ...filter } }, { store }) => {
      if (after !== undefined && !/^\d{1,15}$/.test(after)) {
        throw new HttpProblem("invalid_cursor", "expected `after` to be the `next` of the previous page");
      }
      const before = after === undefined ? undefined : Number(after);
      const { items, next } = await store.audit.search({
        limit,
        ...defined({
          before,
          ...filter,
          since: since && `${since}T00:00:00.000Z`,
          until: until && hoursAfter(`${until}T00:00:00.000Z`, 24),
        }),
      });
      return respond(200, { items, next: next === undefined ? null : String(next) });
    },
  }),
  route("POST /audit/verify", {
    id: "verifyAudit",
    summary: "Verify the whole chain",
    description:
      "Also compares the rules in force with the entries that brought them into force: a rule that was changed, added or removed outside the log is reported. With an earlier head, also checks that the chain still contains it.",
    permission: "audit",
    body: z.strictObject({
      head: z.strictObject({ seq: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    }),
    responses: { 200: verdict },
    handle: async ({ body }, { emend }) => respond(200, await emend.audit.verify(body.head)),
  }),
];
