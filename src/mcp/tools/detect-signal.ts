import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { detect } from "../../core/signal/detect-signal.ts";
import { MESSAGE_ROLES, SIGNAL_TYPES, type SignalFacts } from "../../core/signal/signal.ts";
import { defineTool, READ_ONLY } from "../mcp-tool.ts";
import { quoteLine, displayText } from "../shown-text.ts";

/** In UTF-16 code units. */
const MAX_TEXT = 1_048_576;
const MAX_MESSAGES = 1_000;

export const DETECT_SIGNAL = defineTool({
  name: "detect_signal",
  title: "Detect a failure in a text",
  description:
    "Detects whether a tool's output or a person's message reports a failure: a runtime error, a failed check, a rejection, or a partial success, with its facts. An exit code decides whether there is one. Whether a message is a rejection depends on what came before it, so pass the conversation as history if there was one. What a person wants from now on is in facts.standing_instruction, even if nothing failed.",
  annotations: READ_ONLY,
  input: z.strictObject({
    text: z.string().max(MAX_TEXT),
    kind: z
      .enum(["tool_output", "user_message"])
      .optional()
      .describe("Where the text comes from (default: guessed)."),
    exit_code: z.int().optional().describe("The exit code of the command that printed the text."),
    history: z
      .array(z.strictObject({ role: z.enum(MESSAGE_ROLES), text: z.string() }))
      .max(MAX_MESSAGES)
      .optional()
      .describe("The conversation before it, oldest first; empty if the text starts the conversation."),
  }),
  output: z.object({
    type: z.enum(SIGNAL_TYPES).nullable().describe("Null if nothing failed."),
    confidence: z.number(),
    evidence: z
      .array(z.object({ start: z.int(), end: z.int(), source: z.string() }))
      .describe("In UTF-16 offsets of the text."),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  }),
  run: ({ text, kind, exit_code, history }) => {
    const { type, confidence, evidence, facts } = detect(text, defined({ kind, exit_code, history }));
    return Promise.resolve({
      structured: {
        type,
        confidence,
        evidence: evidence.map(({ start, end, source }) => ({ start, end, source })),
        facts: displayFacts(facts),
      },
      text: [
        type === null ? "No sign of a failure." : `${type} (confidence ${confidence})`,
        ...Object.entries(facts).map(
          ([name, value]) =>
            `- ${name}: ${quoteLine(Array.isArray(value) ? value.join(", ") : String(value))}`,
        ),
      ].join("\n"),
    });
  },
});

function displayFacts(facts: SignalFacts): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, string | number | readonly string[]]) => [
      name,
      typeof value === "number"
        ? value
        : typeof value === "string"
          ? displayText(value)
          : value.map((each) => displayText(each)),
    ]),
  );
}
