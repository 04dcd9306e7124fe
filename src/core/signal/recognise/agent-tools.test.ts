import { describe, expect, it } from "vitest";
import { agentTools } from "./agent-tools.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("agentTools", () => {
  it.each([
    [
      "a tagged error",
      "<tool_use_error>Path is outside the workspace</tool_use_error>",
      "proof runtime_error",
    ],
    [
      "an edit before a read",
      "File has not been read yet. Read it first before writing to it.",
      "proof runtime_error",
    ],
    ["a protocol's error", "MCP error -32602: Invalid arguments", "proof runtime_error"],
    ["an overloaded model", 'API Error: 529 {"type":"error"}', "proof runtime_error"],
    ["a successful edit", "The file cart.ts has been updated.", "nothing"],
    ["a type named so", "export interface ApiError: never", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([agentTools], text).saw).toBe(saw);
  });
});
