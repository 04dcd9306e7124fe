import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { pageSchema, pageQuery, timeField } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("audit");

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
    permission: "audit",
    query: z.strictObject(pageQuery),
    responses: { 200: pageSchema(entry) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { limit, after } }, { store }) => {
      if (after !== undefined && !/^\d{1,15}$/.test(after)) {
        throw new HttpProblem("invalid_cursor", "expected `after` to be the `next` of the previous page");
      }
      const before = after === undefined ? undefined : Number(after);
      const items = await store.audit.list({ limit, ...defined({ before }) });
      const last = items.at(-1);
      const next = items.length < limit || last === undefined || last.seq <= 1 ? null : String(last.seq);
      return respond(200, { items, next });
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
