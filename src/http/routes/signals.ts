import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { projectPath } from "../../core/change/project-path.ts";
import { fromSignal } from "../../core/feedback/from-signal.ts";
import { SIGNAL_TYPES } from "../../core/signal/signal.ts";
import { signalOf } from "../../core/signal/signal-reader.ts";
import { textField } from "../fields.ts";
import { detectInChunks } from "../detect-in-chunks.ts";
import { feedbackContext, recordFields, recordWithTrust } from "../record-feedback.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { pathField } from "../schemas/agent.ts";
import { hintFields } from "../schemas/hints.ts";

const facts = z.object({
  error_type: z.string().exactOptional(),
  error_message: z.string().exactOptional(),
  failing_tests: z.array(z.string()).exactOptional(),
  expected: z.string().exactOptional(),
  actual: z.string().exactOptional(),
  framework: z.string().exactOptional(),
  language: z.string().exactOptional(),
  exit_code: z.int().exactOptional(),
  file: z.string().exactOptional(),
  line: z.int().exactOptional(),
  gap: z.string().exactOptional(),
  clarification: z.string().exactOptional(),
  standing_instruction: z
    .string()
    .exactOptional()
    .describe("What a person wants from now on; also present if nothing failed."),
});

const detection = z
  .object({
    type: z.enum(SIGNAL_TYPES).nullable().describe("Null if nothing went wrong."),
    confidence: z.number().min(0).max(1),
    evidence: z
      .array(
        z.object({
          start: z.int(),
          end: z.int(),
          source: z.string(),
          text: z.string().exactOptional(),
        }),
      )
      .describe("In UTF-16 offsets of the text."),
    facts,
    feedback_id: z.string().exactOptional().describe("Only with `record`, if something went wrong."),
  })
  .meta({ id: "Signal" });

const route = routesOf("signals");

export const SIGNAL_ROUTES: readonly Route[] = [
  route("POST /signals", {
    id: "detectSignal",
    summary: "Detect a failure in a text",
    description:
      "Detects whether a tool's output or a person's message reports a failure, with its type, the confidence and the evidence. With `record`, it is stored as feedback on the agent's work; duplicates in the same run are stored once.",
    permission: "ask",
    quota: "records",
    body: z.strictObject({
      text: textField.describe(
        "At most 1,048,576 UTF-16 code units; for a longer log send the end, or use `emend detect`.",
      ),
      ...hintFields,
      record: z
        .strictObject({
          ...recordFields,
          path: pathField.optional().describe("The file it is about, if the text names none."),
        })
        .optional(),
    }),
    responses: { 200: detection },
    problems: ["other_agent"],
    handle: async ({ body: { text, kind, exit_code, history, record }, principal }, context) => {
      const about = record && feedbackContext(record, principal, context.now());
      const detected = await detectInChunks(text, defined({ kind, exit_code, history }));
      context.metrics.signal(detected.type ?? "none");
      const signal = signalOf(detected);
      if (signal === null || about === undefined) return respond(200, detected);
      const file = record?.path === undefined ? undefined : projectPath(record.path);
      const located = { ...signal, facts: { ...defined({ file }), ...signal.facts } };
      const { feedback } = fromSignal(located, about, text);
      const [recorded] = await recordWithTrust(feedback, principal, context);
      return respond(200, { ...detected, ...defined({ feedback_id: recorded?.id }) });
    },
  }),
];
