import type { z } from "zod";
import { invalidArguments } from "./tool-refusal.ts";
import type { McpTool } from "./mcp-tool.ts";

/** A call with more than this is refused: 1 MB of UTF-8. */
const MAX_BYTES = 1_000_000;

/** A tool's arguments, checked; throws a ToolRefusal for those that do not fit. */
export function readArguments({ name, input }: McpTool, given: unknown): unknown {
  const parsed = input.safeParse(given ?? {});
  if (!parsed.success) throw invalidArguments(parsed.error.issues.map((issue) => problemOf(issue, input)));
  // What passed is flat, so writing it out cannot run out of stack.
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
  const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : String(part))).join("");
  if (issue.code !== "unrecognized_keys") return { path, message: issue.message };
  const unknown = issue.keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)));
  return { path, message: `unknown ${unknown.join(", ")}: expected ${Object.keys(shape).join(", ")}` };
}
