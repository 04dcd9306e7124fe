import { lineRules } from "./runtime-rules.ts";

/** What the tools of coding agents answer when a call fails. */
export const agentTools = lineRules(
  "agent-tools",
  [
    "tool_use_error",
    "not been read yet",
    "modified since read",
    "to replace not found",
    "tool execution",
    "tool call",
    "mcp error",
    "api error",
    "file does not exist",
    "no changes to make",
    "found 0 matches",
  ],
  [
    { pattern: /^<tool_use_error>(?<message>.{1,400}?)(?:<\/tool_use_error>)?$/, weight: "proof" },
    {
      pattern: /^(?<message>File has (?:not been read yet|been modified since read)\b.{0,200})/,
      weight: "proof",
    },
    { pattern: /^(?:Error: )?(?<message>String to replace not found in file.{0,200})/, weight: "proof" },
    { pattern: /^(?:Error: )?(?<message>File does not exist\..{0,200})$/, weight: "proof" },
    {
      pattern:
        /^(?:Error: )?(?<message>(?:Tool (?:execution|call)|MCP tool \S{1,80}) (?:failed|error|timed out).{0,300})/i,
      weight: "proof",
    },
    { pattern: /^(?:Error: |McpError: )?(?<message>MCP error -?\d{1,6}: .{1,300})$/, weight: "proof" },
    { pattern: /^(?<message>API Error: .{1,300})$/, weight: "proof" },
  ],
);
