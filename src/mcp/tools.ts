import type { McpTool } from "./mcp-tool.ts";
import { CHECK_REVIEW } from "./tools/check-review.ts";
import { DETECT_SIGNAL } from "./tools/detect-signal.ts";
import { ITERATION_HISTORY } from "./tools/iteration-history.ts";
import { LINT_FEEDBACK } from "./tools/lint-feedback.ts";
import { MY_MISTAKES_HERE } from "./tools/my-mistakes-here.ts";
import { RECORD_FEEDBACK } from "./tools/record-feedback.ts";
import { RECORD_ITERATION } from "./tools/record-iteration.ts";
import { REFINE_PROMPT } from "./tools/refine-prompt.ts";
import { REPORT_OUTCOME } from "./tools/report-outcome.ts";
import { RULES_FOR_FILES } from "./tools/rules-for-files.ts";

/** Every tool in the order of `tools/list`. A stable order lets clients cache the list. */
export const MCP_TOOLS: readonly McpTool[] = [
  RULES_FOR_FILES,
  MY_MISTAKES_HERE,
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
