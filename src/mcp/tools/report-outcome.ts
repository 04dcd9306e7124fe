import { z } from "zod";
import { OUTCOMES, TRUSTS } from "../../core/feedback/feedback.ts";
import { defineTool, ADDS_ONLY } from "../mcp-tool.ts";
import { recordToolFeedback } from "../record-tool-feedback.ts";
import { agentField, agentOf, toolRunField } from "../tool-fields.ts";

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
