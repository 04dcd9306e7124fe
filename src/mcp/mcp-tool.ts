import type { z } from "zod";
import type { McpContext } from "./mcp-context.ts";

/** What a caller may rely on without reading the description. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether it reaches beyond the store. */
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
  /** The same for whoever reads. */
  readonly text: string;
  /** The text is what was asked for and of no use if cut; the tool bounds it. */
  readonly whole?: true;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolHeader {
  readonly input: Input;
  readonly output: Output;
  readonly run: (args: z.output<Input>, context: McpContext) => Promise<ToolAnswer<z.input<Output>>>;
}

/** A tool as the server sees it: arguments are checked by `input` before `run` gets them. */
export interface McpTool extends ToolHeader {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly run: (args: never, context: McpContext) => Promise<ToolAnswer>;
}

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): McpTool => tool;

/** Reads, and changes nothing. */
export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Adds to the store; the same call again adds nothing. */
export const ADDS_ONLY: ToolAnnotations = { ...READ_ONLY, readOnlyHint: false };
