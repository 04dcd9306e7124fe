import { z } from "zod";
import { lintFeedback } from "../../core/actionable/lint-feedback.ts";
import type { Violation } from "../../core/actionable/actionable-feedback.ts";
import { respond, routesOf, type Route } from "../route.ts";

export const violationSchema = z
  .object({
    code: z.string().describe("Stable; programs should check this field."),
    severity: z.enum(["error", "note"]).describe("A note alone does not make it invalid."),
    path: z.string().describe("The field, such as `feedback_items[0].issue`."),
    message: z.string(),
    phrase: z.string().exactOptional(),
    span: z
      .object({ start: z.int(), end: z.int() })
      .exactOptional()
      .describe("The position of the phrase in that field, in UTF-16 offsets."),
    hint: z.string().describe("What to write instead."),
  })
  .meta({ id: "Violation" }) satisfies z.ZodType<Omit<Violation, "code">>;

const coercion = z.object({
  kind: z.literal("coercion_applied"),
  reason: z.string(),
  message: z.string(),
  path: z.string(),
  from: z.unknown(),
  to: z.unknown(),
});

const route = routesOf("feedback");

export const LINT_ROUTES: readonly Route[] = [
  route("POST /feedback/lint", {
    id: "lintFeedback",
    summary: "Check whether feedback is actionable",
    description:
      "Takes a plain comment as `{text, location?}`, an actionable-feedback document, or one of its items. Each violation names the phrase and what to write instead.",
    permission: "ask",
    query: z.strictObject({
      strict: z.boolean().default(false).describe("Also requires a score in every item."),
    }),
    body: z.record(z.string(), z.unknown()).meta({
      description: "`{text, location?}`, a document with `feedback_items`, or an item with `issue`.",
      examples: [{ text: "Make it better.", location: "src/cache.ts:17" }],
    }),
    responses: {
      200: z.object({
        kind: z.enum(["document", "item", "comment", "unknown"]),
        actionable: z.boolean(),
        violations: z.array(violationSchema),
        diagnostics: z.array(coercion).describe("What was changed in the input before the check."),
      }),
    },
    handle: async ({ body, query }) => {
      const { kind, actionable, violations, diagnostics } = lintFeedback(body, query);
      return respond(200, { kind, actionable, violations, diagnostics });
    },
  }),
];
