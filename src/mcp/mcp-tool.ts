import type { z } from "zod";
import type { McpContext } from "./mcp-context.ts";

/** The annotations of the MCP specification. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface ToolHeader {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
}

export interface ToolAnswer<Structured = Readonly<Record<string, unknown>>> {
  readonly structured: Structured;
  /** The same as text. */
  readonly text: string;
  /** Never truncate the text, which the tool bounds itself. */
  readonly whole?: true;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolHeader {
  readonly input: Input;
  readonly output: Output;
  readonly run: (args: z.output<Input>, context: McpContext) => Promise<ToolAnswer<z.input<Output>>>;
}

/** A tool with erased types. `run` receives arguments that passed `input`. */
export interface McpTool extends ToolHeader {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly run: (args: never, context: McpContext) => Promise<ToolAnswer>;
}

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): McpTool => tool;

export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Adds to the store. Repeating a call adds nothing. */
export const ADDS_ONLY: ToolAnnotations = { ...READ_ONLY, readOnlyHint: false };
