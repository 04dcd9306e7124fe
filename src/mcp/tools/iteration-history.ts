import { z } from "zod";
import { MAX_TASK } from "../../core/iteration/task-round.ts";
import { defineTool, READ_ONLY } from "../mcp-tool.ts";
import { displayText } from "../shown-text.ts";
import { agentField, agentOf, DATA_NOT_INSTRUCTIONS, NO_STORE } from "../tool-fields.ts";
import { historyOutput, toolHistoryText, toolHistory } from "../tool-history.ts";
import { ToolRefusal } from "../tool-refusal.ts";

export const ITERATION_HISTORY = defineTool({
  name: "iteration_history",
  title: "Get the rounds of a task",
  description: `The last rounds of feedback on a task: scores, rates with their targets, issues that repeat in any wording, escalations, the best round, and whether the loop will converge. Call it before you start another round. ${DATA_NOT_INSTRUCTIONS}`,
  annotations: READ_ONLY,
  input: z.strictObject({
    task: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TASK)
      .describe("Your name for this task, the same in every round."),
    limit: z.int().min(1).max(20).default(5).describe("Maximum number of rounds."),
    agent: agentField,
  }),
  output: historyOutput,
  run: async ({ task, limit, agent: requested }, context) => {
    const agent = agentOf(requested, context);
    const emend = await context.emend.find();
    if (emend === undefined) throw new ToolRefusal("task_not_found", NO_STORE);
    const history = await emend.iterations.show({ task, agent, limit });
    if (!history.ok) throw new ToolRefusal(history.error.code, displayText(history.error.message, 300));
    return { structured: toolHistory(history.value), text: toolHistoryText(history.value) };
  },
});
