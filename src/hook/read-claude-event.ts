import { defined } from "../core/defined.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { fieldOf, textOf, type JsonObject } from "../core/json/read-json.ts";
import { transcriptOf, type HookEvent } from "./hook-event.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** An event of Claude Code. */
export function readClaudeEvent(given: JsonObject): HookEvent {
  const text = (name: string): string | undefined => textOf(fieldOf(given, name));
  const name = text("hook_event_name") ?? "";
  const common = {
    protocol: "claude-code",
    name,
    session: boundedId(text("session_id") ?? ""),
    folders: [text("cwd")].filter((folder) => folder !== undefined),
  } as const;
  const tool = text("tool_name") ?? "";
  const input = fieldOf(given, "tool_input");
  switch (name) {
    case "SessionStart":
      return { ...common, kind: "session_start" };
    case "UserPromptSubmit":
      return { ...common, kind: "prompt", prompt: text("prompt") ?? "", ...transcriptOf(given) };
    case "PreToolUse": {
      const path = editedPath(input);
      return EDITS.has(tool) && path !== undefined
        ? { ...common, kind: "before_edit", path }
        : { ...common, kind: "other" };
    }
    case "PostToolUse":
    case "PostToolUseFailure": {
      // Who stops a call judges nothing.
      const response = fieldOf(given, "tool_response");
      if (fieldOf(given, "is_interrupt") === true || fieldOf(response, "interrupted") === true) {
        return { ...common, kind: "other" };
      }
      const { text: output, exitCode } = toolOutput(fieldOf(given, "error"), response);
      const command = textOf(fieldOf(input, "command"));
      const callId = text("tool_use_id");
      return {
        ...common,
        kind: "after_tool",
        tool,
        output,
        failed: name === "PostToolUseFailure",
        ...defined({ command, exitCode, callId }),
      };
    }
    case "Stop":
      return { ...common, kind: "stop", again: fieldOf(given, "stop_hook_active") === true };
    default:
      return { ...common, kind: "other" };
  }
}

const editedPath = (input: unknown): string | undefined =>
  textOf(fieldOf(input, "file_path")) ?? textOf(fieldOf(input, "notebook_path"));
