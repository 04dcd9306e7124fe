import type { McpTool } from "./mcp-tool.ts";
import { CHECK_REVIEW } from "./tools/check-review.ts";
import { CHECK_THESE_FILES } from "./tools/check-these-files.ts";
import { DETECT_SIGNAL } from "./tools/detect-signal.ts";
import { ITERATION_HISTORY, RECORD_ITERATION } from "./tools/iterations.ts";
import { LINT_FEEDBACK } from "./tools/lint-feedback.ts";
import { MY_MISTAKES_HERE } from "./tools/my-mistakes-here.ts";
import { RECORD_FEEDBACK, REPORT_OUTCOME } from "./tools/record-feedback.ts";
import { REFINE_PROMPT } from "./tools/refine-prompt.ts";
import { RULES_FOR_FILES } from "./tools/rules-for-files.ts";

/** Every tool in the order of `tools/list`. A stable order lets clients cache the list. */
export const MCP_TOOLS: readonly McpTool[] = [
  RULES_FOR_FILES,
  MY_MISTAKES_HERE,
  CHECK_THESE_FILES,
  RECORD_FEEDBACK,
  REPORT_OUTCOME,
  CHECK_REVIEW,
  LINT_FEEDBACK,
  REFINE_PROMPT,
  DETECT_SIGNAL,
  RECORD_ITERATION,
  ITERATION_HISTORY,
];

export const findTool = (name: string): McpTool | undefined => MCP_TOOLS.find((tool) => tool.name === name);
