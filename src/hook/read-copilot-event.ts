import { isAgentPatch } from "../core/change/agent-patch.ts";
import { defined } from "../core/defined.ts";
import { fieldOf, type JsonObject, listOf, textOf } from "../core/json/json.ts";
import type { HookEvent } from "./hook-event.ts";
import { patchEvents } from "./patch-events.ts";
import { readClaudeEvent } from "./read-claude-event.ts";

/** Claude Code's names for the tools of Copilot in VS Code and in the terminal. */
const TOOLS: Readonly<Record<string, string>> = {
  bash: "Bash",
  powershell: "Bash",
  run_in_terminal: "Bash",
  create: "Write",
  create_file: "Write",
  edit: "Edit",
  str_replace: "Edit",
  insert_edit_into_file: "Edit",
  replace_string_in_file: "Edit",
  multi_replace_string_in_file: "Edit",
  apply_patch: "Edit",
};
const MAX_REPLACEMENTS = 20;

/** GitHub Copilot in VS Code and in the terminal: Claude Code's form, with tools, and in places fields, of its own. */
export function readCopilotEvent(event: JsonObject): readonly HookEvent[] {
  const input = fieldOf(event, "tool_input");
  const tool = textOf(fieldOf(event, "tool_name")) ?? "";
  const result = fieldOf(event, "tool_result");
  const resultType = textOf(fieldOf(result, "result_type"));
  // A call that was not allowed says nothing about the work.
  if (resultType === "denied")
    return [readClaudeEvent({ ...event, hook_event_name: "Notification" }, "copilot")];
  const read = (own: unknown): HookEvent =>
    readClaudeEvent(
      {
        ...event,
        ...(resultType === "failure" || resultType === "error"
          ? { hook_event_name: "PostToolUseFailure" }
          : {}),
        ...defined({ session_id: event["session_id"] ?? event["sessionId"] }),
        tool_name: Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : tool,
        tool_input: claudeInput(own),
        tool_response: event["tool_response"] ?? fieldOf(result, "text_result_for_llm"),
      },
      "copilot",
    );
  const patch = fieldOf(input, "input") ?? fieldOf(input, "patch");
  if (isAgentPatch(patch)) return patchEvents(read(input), patch);
  const replacements = listOf(fieldOf(input, "replacements")).slice(0, MAX_REPLACEMENTS);
  return replacements.length === 0 ? [read(input)] : replacements.map(read);
}

const claudeInput = (input: unknown): JsonObject => ({
  command: fieldOf(input, "command"),
  file_path: fieldOf(input, "filePath") ?? fieldOf(input, "path"),
  content: fieldOf(input, "content") ?? fieldOf(input, "file_text"),
  old_string: fieldOf(input, "oldString") ?? fieldOf(input, "old_str"),
  new_string: fieldOf(input, "newString") ?? fieldOf(input, "new_str"),
});
