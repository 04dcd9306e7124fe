import { z } from "zod";
import { lintFeedback } from "../../core/actionable/lint-feedback.ts";
import { isJsonObject } from "../../core/json/json.ts";
import { defineTool, READS } from "../mcp-tool.ts";
import { boundedList, quoted, shown } from "../shown-text.ts";

export const LINT_FEEDBACK = defineTool({
  name: "lint_feedback",
  title: "Is this feedback fit to act on?",
  description:
    "Says whether feedback can be acted on as it is: a bare comment, or an iteration-feedback document or item as JSON. Each violation names the phrase and how to write it instead. Call it before you hand feedback to another agent.",
  annotations: READS,
  input: z.strictObject({ text: z.string().describe("The comment, or the document as JSON text.") }),
  output: z.object({
    kind: z.enum(["document", "item", "comment", "unknown"]),
    actionable: z.boolean(),
    violations: z.array(
      z.object({
        code: z.string(),
        severity: z.enum(["error", "note"]).describe("A note alone does not make it unfit."),
        path: z.string(),
        message: z.string(),
        phrase: z.string().exactOptional(),
        hint: z.string().describe("How to write it instead."),
      }),
    ),
    violations_more: z.int().describe("Violations that are not listed."),
  }),
  run: ({ text }) => {
    const { kind, actionable, violations } = lintFeedback(readFeedback(text));
    const told = boundedList(
      violations.map(({ code, severity, path, message, phrase, hint }) => ({
        code,
        severity,
        path: shown(path),
        message: shown(message),
        ...(phrase === undefined ? {} : { phrase: shown(phrase, 300) }),
        hint: shown(hint),
      })),
      100,
    );
    return Promise.resolve({
      structured: { kind, actionable, violations: [...told.kept], violations_more: told.more },
      text: [
        actionable ? "Fit to act on." : "Not fit to act on.",
        ...told.kept.map(
          ({ severity, code, message, hint }) => `- ${severity} ${code}: ${quoted(message)} ${quoted(hint)}`,
        ),
        ...(told.more === 0 ? [] : [`${told.more} more are not listed.`]),
      ].join("\n"),
    });
  },
});

/** An object where the text is one as JSON; anything else is a comment. */
function readFeedback(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
