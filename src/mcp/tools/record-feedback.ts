import { MAX_LINE } from "../../core/text/limits.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { projectPath } from "../../core/change/project-path.ts";
import {
  FEEDBACK_SEVERITIES,
  TRUSTS,
  MAX_TAG,
  MAX_TAGS,
  MAX_FEEDBACK_TEXT,
} from "../../core/feedback/feedback.ts";
import { defineTool, ADDS_ONLY } from "../mcp-tool.ts";
import { recordToolFeedback } from "../record-tool-feedback.ts";
import { agentField, agentOf, noteField, toolPathField, toolRunField } from "../tool-fields.ts";

export const RECORD_FEEDBACK = defineTool({
  name: "record_feedback",
  title: "Record feedback on my work",
  description:
    "Records a correction that your user gave you, so that it is not needed again. Call it when you are told that your work is wrong, with the user's own words. The same words in the same run, or without a run in the same session, are recorded once.",
  annotations: ADDS_ONLY,
  input: z.strictObject({
    comment: z.string().trim().min(1).describe("What was said, verbatim."),
    agent: agentField,
    path: toolPathField.exactOptional().describe("The file it is about, relative to the project's folder."),
    line: z.int().min(1).max(MAX_LINE).exactOptional(),
    severity: z.enum(FEEDBACK_SEVERITIES).exactOptional(),
    tags: z.array(z.string().trim().min(1).max(MAX_TAG)).max(MAX_TAGS).exactOptional(),
    run: toolRunField.exactOptional(),
  }),
  output: z.object({
    feedback_id: z.string(),
    state: z.enum(["new", "known"]).describe("`known` if the same was already recorded."),
    trust: z.enum(TRUSTS).describe("The author it is recorded under; the server decides."),
    note: noteField,
  }),
  run: async (args, context) => {
    const agent = agentOf(args.agent, context);
    const { path: requested, ...fields } = args;
    const path = requested === undefined ? undefined : projectPath(requested, { root: context.root });
    const recorded = await recordToolFeedback({ ...fields, agent, ...defined({ path }) }, context);
    const cut = args.comment.length > MAX_FEEDBACK_TEXT;
    const note = `The comment was cut to ${MAX_FEEDBACK_TEXT} characters.`;
    return {
      structured: { ...recorded, trust: context.author.trust, ...(cut ? { note } : {}) },
      text: `${recorded.state === "new" ? "Recorded" : "Already known"} as ${recorded.feedback_id}.${cut ? ` ${note}` : ""}`,
    };
  },
});
