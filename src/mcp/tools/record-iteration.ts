import { z } from "zod";
import { MAX_TASK } from "../../core/iteration/task-round.ts";
import { defineTool, ADDS_ONLY } from "../mcp-tool.ts";
import { boundedList, displayText } from "../shown-text.ts";
import { agentField, agentOf, DATA_NOT_INSTRUCTIONS } from "../tool-fields.ts";
import { historyOutput, toolHistoryText, toolHistory } from "../tool-history.ts";
import { ToolRefusal } from "../tool-refusal.ts";

export const RECORD_ITERATION = defineTool({
  name: "record_iteration",
  title: "Record a round of feedback on a task",
  description: `Records one actionable-feedback document as a round of a task, and reports which findings repeat or undo earlier ones, what is escalated to a person, and whether the loop will converge. Call it once for each round of review. Recording the same document again changes nothing. ${DATA_NOT_INSTRUCTIONS}`,
  annotations: ADDS_ONLY,
  input: z.strictObject({
    task: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TASK)
      .describe("Your name for this task, the same in every round."),
    document: z.record(z.string(), z.unknown()).describe("The actionable-feedback document."),
    content: z
      .string()
      .max(1_048_576)
      .exactOptional()
      .describe("The text that the feedback is about; only hashes of its lines are stored."),
    agent: agentField,
  }),
  output: historyOutput.extend({
    state: z.enum(["new", "known", "updated"]),
    violations: z.array(z.object({ code: z.string(), path: z.string(), hint: z.string() })),
  }),
  run: async ({ task, document, content, agent: requested }, context) => {
    const agent = agentOf(requested, context);
    if (context.author.trust === "outsider") {
      throw new ToolRefusal("not_trusted", "outsiders cannot record rounds, because agents read them again");
    }
    const { iterations } = await context.emend.create();
    const done = await iterations.record({ task, agent, document, content, by: context.author.id });
    if (!done.ok) {
      const hints = done.error.violations.slice(0, 8).map(({ path, hint }) => `${path}: ${hint}`);
      throw new ToolRefusal(done.error.code, displayText([done.error.message, ...hints].join("; "), 1_500));
    }
    const history = await iterations.show({ task, agent });
    if (!history.ok) throw new ToolRefusal(history.error.code, displayText(history.error.message, 300));
    const { kept } = boundedList(
      done.value.violations.map(({ code, path, hint }) => ({
        code,
        path: displayText(path),
        hint: displayText(hint),
      })),
      20,
    );
    return {
      structured: { ...toolHistory(history.value), state: done.value.state, violations: [...kept] },
      text: toolHistoryText(history.value),
    };
  },
});
