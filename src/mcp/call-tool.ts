import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { clipText } from "../core/text/bounded-text.ts";
import { ExternalError } from "../ports/errors.ts";
import type { McpContext } from "./mcp-context.ts";
import type { McpTool } from "./mcp-tool.ts";
import { displayText } from "./shown-text.ts";
import { ToolRefusal, invalidArguments } from "./tool-refusal.ts";
import { findTool, MCP_TOOLS } from "./tools.ts";
import type { z } from "zod";

/** Larger arguments are refused. */
const MAX_BYTES = 1_000_000;

export interface ToolCall {
  readonly name: string;
  readonly arguments?: unknown;
}

/** Longer texts are truncated, with a note. */
const MAX_TEXT = 40_000;
/** Fits every problem of a refusal and its code. */
const MAX_FAULT = 4_000;

/**
 * Runs one tool. An unknown tool is a protocol error. Invalid arguments and external failures are results, because models
 * only see results.
 */
export async function callTool(call: ToolCall, context: McpContext): Promise<CallToolResult> {
  const tool = findTool(call.name);
  if (tool === undefined) {
    const names = MCP_TOOLS.map(({ name }) => name).join(", ");
    const message = `there is no tool ${JSON.stringify(displayText(call.name, 60))}: expected one of ${names}`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code: "unknown_tool" });
  }
  try {
    const args = parseArguments(tool, call.arguments);
    const { structured, text, whole } = await tool.run(args as never, context);
    return {
      content: [{ type: "text", text: whole === true ? text : cut(text) }],
      structuredContent: { ...structured },
    };
  } catch (error) {
    if (error instanceof ToolRefusal) return failed(`${error.message} [${error.code}]`);
    return failureOf(error, tool, context);
  }
}

const cut = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${clipText(text, MAX_TEXT)}\n(truncated; the structured result has more)`;

function failureOf(error: unknown, { name }: McpTool, { report }: McpContext): CallToolResult {
  if (error instanceof ExternalError) {
    report(`${name}: ${error.message} [${error.code}]`);
    return failed(`${error.message} [${error.code}]`);
  }
  report(
    `${name}: this is a bug in emend [internal_error] ${error instanceof Error ? error.stack : String(error)}`,
  );
  return failed("Emend failed; this is not your mistake. Continue without this answer. [internal_error]");
}

const failed = (text: string): CallToolResult => ({
  content: [{ type: "text", text: displayText(text, MAX_FAULT) }],
  isError: true,
});

/** Throws a ToolRefusal for invalid arguments. */
function parseArguments({ name, input }: McpTool, args: unknown): unknown {
  const parsed = input.safeParse(args ?? {});
  if (!parsed.success) throw invalidArguments(parsed.error.issues.map((issue) => problemOf(issue, input)));
  // Valid arguments are flat, so serialising them cannot overflow the stack.
  const bytes = Buffer.byteLength(JSON.stringify(parsed.data));
  if (bytes <= MAX_BYTES) return parsed.data;
  throw invalidArguments([
    {
      path: "",
      message: `expected at most ${MAX_BYTES} bytes of arguments for ${name}, got ${bytes}; send less or split it`,
    },
  ]);
}

function problemOf(issue: z.core.$ZodIssue, { shape }: z.ZodObject): { path: string; message: string } {
  const path = issue.path
    .map((segment) => (typeof segment === "number" ? `[${segment}]` : String(segment)))
    .join("");
  if (issue.code !== "unrecognized_keys") return { path, message: issue.message };
  const unknown = issue.keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)));
  return { path, message: `unknown ${unknown.join(", ")}: expected ${Object.keys(shape).join(", ")}` };
}
