import { z } from "zod";
import { projectPath } from "../core/change/project-path.ts";
import { MAX_PATH } from "../core/feedback/feedback.ts";
import { MAX_NAME } from "../core/rule/rule.ts";
import type { McpContext } from "./mcp-context.ts";
import { displayText } from "./shown-text.ts";
import { invalidArguments, ToolRefusal } from "./tool-refusal.ts";

/** In the description of every tool whose result quotes records. */
export const toolNameField = z.string().trim().min(1).max(MAX_NAME);
export const toolPathField = z.string().trim().min(1).max(MAX_PATH);

export const agentField = toolNameField
  .exactOptional()
  .describe("Your name as an agent; only needed if the server does not know it.");
export const toolRunField = toolNameField.describe(
  "Your name for this run, the same in every call of one attempt.",
);
export const filesField = z.array(toolPathField).max(500);

/** The agent in the call, otherwise the agent of the server or token. */
export function agentOf(requested: string | undefined, context: McpContext): string {
  const { agent: own, ownAgentOnly } = context;
  if (ownAgentOnly === true && requested !== undefined && requested !== own) {
    const name = JSON.stringify(displayText(own ?? "", 80));
    throw new ToolRefusal("other_agent", `agent: expected ${name}, the owner of this token, or no name`);
  }
  const agent = requested ?? own;
  if (agent !== undefined) return agent;
  throw invalidArguments([
    { path: "agent", message: "expected your name as an agent, because the server does not know it" },
  ]);
}

/** Paths relative to the project. A path outside it stays as it is. */
export const filesOf = (files: readonly string[], { root }: Pick<McpContext, "root">): readonly string[] =>
  files.map((file) => projectPath(file, { root }) ?? file);

export const NO_STORE = "There is no store yet; nothing has been recorded.";

export const noteField = z.string().exactOptional().describe("Notes about the result.");
