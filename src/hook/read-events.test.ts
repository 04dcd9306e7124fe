import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROTOCOLS } from "./hook-event.ts";
import { readEvents } from "./read-events.ts";

const NAMES = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "BeforeTool",
  "AfterTool",
  "Stop",
];
const TOOLS = ["apply_patch", "Bash", "bash", "write_file", "replace", "run_shell_command", "Write", "edit"];

describe("reading an event", () => {
  it.each(PROTOCOLS)("16.x of %s never throws, whatever its fields are", (protocol) => {
    const field = fc.constantFrom(
      "command",
      "file_path",
      "filePath",
      "patchText",
      "llmContent",
      "error",
      "edits",
    );
    const value = fc.oneof(fc.jsonValue(), fc.constant("*** Begin Patch\n*** Update File: a\n@@\n+b"));
    const event = fc.record(
      {
        hook_event_name: fc.constantFrom(...NAMES),
        tool_name: fc.oneof(fc.constantFrom(...TOOLS), fc.jsonValue()),
        tool_input: fc.oneof(fc.dictionary(field, value), fc.jsonValue()),
        tool_response: fc.oneof(fc.dictionary(field, value), fc.jsonValue()),
        prompt: fc.jsonValue(),
        transcript_path: fc.constantFrom("/nowhere", "/dev/null", 3),
        tool_use_id: fc.jsonValue(),
      },
      { requiredKeys: ["hook_event_name"] },
    );
    fc.assert(
      fc.property(event, (each) => {
        const events = readEvents(JSON.stringify(each), protocol);
        expect(events.length).toBeGreaterThan(0);
        expect(new Set(events.map((read) => read.protocol))).toEqual(new Set([protocol]));
      }),
    );
  });

  it.each(["", "{}", "[]", "null", '{"hook_event_name": 3}', "{"])("%j is no event", (text) => {
    expect(readEvents(text)).toEqual([]);
  });
});
