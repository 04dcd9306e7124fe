import { z } from "zod";
import { lintFeedback } from "../../core/actionable/lint-feedback.ts";
import { isJsonObject } from "../../core/json/json.ts";
import { defineTool, READ_ONLY } from "../mcp-tool.ts";
import { boundedList, quoteLine, displayText } from "../shown-text.ts";

export const LINT_FEEDBACK = defineTool({
  name: "lint_feedback",
  title: "Check whether feedback is actionable",
  description:
    "Checks whether feedback is actionable: a plain comment, or an actionable-feedback document or item as JSON. Each violation names the phrase and what to write instead. Call it before you pass feedback to another agent.",
  annotations: READ_ONLY,
  input: z.strictObject({ text: z.string().describe("The comment, or the document as JSON text.") }),
  output: z.object({
    kind: z.enum(["document", "item", "comment", "unknown"]),
    actionable: z.boolean(),
    violations: z.array(
      z.object({
        code: z.string(),
        severity: z.enum(["error", "note"]).describe("A note alone does not make it invalid."),
        path: z.string(),
        message: z.string(),
        phrase: z.string().exactOptional(),
        hint: z.string().describe("What to write instead."),
      }),
    ),
    violations_more: z.int().describe("Number of violations that are not listed."),
  }),
  run: ({ text }) => {
    const { kind, actionable, violations } = lintFeedback(parseFeedback(text));
    const listed = boundedList(
      violations.map(({ code, severity, path, message, phrase, hint }) => ({
        code,
        severity,
        path: displayText(path),
        message: displayText(message),
        ...(phrase === undefined ? {} : { phrase: displayText(phrase, 300) }),
        hint: displayText(hint),
      })),
      100,
    );
    return Promise.resolve({
      structured: { kind, actionable, violations: [...listed.kept], violations_more: listed.more },
      text: [
        actionable ? "Actionable." : "Not actionable.",
        ...listed.kept.map(
          ({ severity, code, message, hint }) =>
            `- ${severity} ${code}: ${quoteLine(message)} ${quoteLine(hint)}`,
        ),
        ...(listed.more === 0 ? [] : [`${listed.more} more are not listed.`]),
      ].join("\n"),
    });
  },
});

/** Parses a JSON object; any other text is a comment. */
function parseFeedback(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
