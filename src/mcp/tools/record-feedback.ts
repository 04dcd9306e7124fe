import { MAX_LINE } from "../../core/text/limits.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { projectPath } from "../../core/change/project-path.ts";
import {
  FEEDBACK_SEVERITIES,
  MAX_FEEDBACK_TEXT,
  MAX_TAG,
  MAX_TAGS,
  OUTCOMES,
  TRUSTS,
} from "../../core/feedback/feedback.ts";
import { ADDS_ONLY, defineTool } from "../mcp-tool.ts";
import { agentField, agentOf, noteField, toolPathField, toolRunField } from "../tool-fields.ts";
import { asClaim, withOwner } from "../../core/feedback/own-event.ts";
import { fromJsonl } from "../../core/feedback/from-jsonl.ts";
import { invalidArguments } from "../tool-refusal.ts";
import type { McpContext } from "../mcp-context.ts";

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

export const REPORT_OUTCOME = defineTool({
  name: "report_outcome",
  title: "Report the outcome of a run",
  description:
    "Records what somebody decided about the work of a run: approved, rejected, or approved with changes. Report what you were told, never your own judgement. It is stored as your claim, not as a decision: people decide on the server or on GitHub. Reporting the same again changes nothing.",
  annotations: ADDS_ONLY,
  input: z.strictObject({
    run: toolRunField,
    outcome: z.enum(OUTCOMES),
    comment: z.string().trim().min(1).exactOptional().describe("What was said about it, verbatim."),
    agent: agentField,
  }),
  output: z.object({
    feedback_id: z.string(),
    state: z.enum(["new", "known"]).describe("`known` if the same was already reported."),
    trust: z.enum(TRUSTS).describe("The author it is recorded under; the server decides."),
    counted: z.boolean().describe("Whether it is a decision; an agent's report never is."),
  }),
  run: async (args, context) => {
    const recorded = await recordToolFeedback({ ...args, agent: agentOf(args.agent, context) }, context);
    return {
      structured: { ...recorded, trust: context.author.trust, counted: false },
      text: `${recorded.state === "new" ? "Recorded" : "Already known"} as ${recorded.feedback_id}, as your claim, not as a decision.`,
    };
  },
});

interface RecordedToolFeedback {
  readonly feedback_id: string;
  /** `known` if it was already recorded. */
  readonly state: "new" | "known";
}

/**
 * Records feedback from a tool call under the author of the server. With a run, the same feedback is recorded once across
 * sessions. Agents make these calls, so an outcome is only a claim, whoever owns the token.
 */
async function recordToolFeedback(
  fields: Readonly<Record<string, unknown>>,
  context: McpContext,
): Promise<RecordedToolFeedback> {
  const { author, now, session } = context;
  const reading = fromJsonl(
    { ...fields, tool: "emend mcp" },
    { now: now(), author, ...(fields["run"] === undefined ? { eventId: session } : {}) },
  );
  const [problem] = reading.diagnostics;
  if (reading.feedback.length === 0) {
    throw invalidArguments([{ path: problem?.path ?? "", message: problem?.message ?? "expected a text" }]);
  }
  const emend = await context.emend.create();
  const owned = reading.feedback.map((record) => withOwner(asClaim(record), context.owner));
  const { new: fresh, lastId } = await emend.feedback.record(owned);
  return { feedback_id: lastId ?? "", state: fresh > 0 ? "new" : "known" };
}
