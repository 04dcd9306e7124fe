import { defined } from "../core/defined.ts";
import { readAgentModel } from "../core/feedback/agent-model.ts";
import { fieldOf, type JsonObject, textOf } from "../core/json/json.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { type FileEdit, readEdit } from "./file-edit.ts";
import { type HookEvent, type HookProtocol, transcriptOf } from "./hook-event.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** A cell of a notebook is no file of its own. */
const editOf = (tool: string, input: unknown, response?: unknown): { readonly edit?: FileEdit } =>
  tool === "NotebookEdit" ? {} : defined({ edit: readEdit(input, response) });

const editedPath = (input: unknown): string | undefined =>
  textOf(fieldOf(input, "file_path")) ?? textOf(fieldOf(input, "notebook_path"));

/** An event of Claude Code, or of an agent whose events have the same form. */
export function readClaudeEvent(event: JsonObject, protocol: HookProtocol = "claude-code"): HookEvent {
  const text = (name: string): string | undefined => textOf(fieldOf(event, name));
  const name = text("hook_event_name") ?? "";
  const common = {
    protocol,
    name,
    session: boundedId(text("session_id") ?? ""),
    folders: [text("cwd")].filter((folder) => folder !== undefined),
    runsOn: readAgentModel({
      agent_version: text("agent_version"),
      model: text("model") ?? fieldOf(fieldOf(event, "llm_request"), "model"),
    }),
    ...transcriptOf(event),
  } as const;
  const tool = text("tool_name") ?? "";
  const input = fieldOf(event, "tool_input");
  switch (name) {
    case "SessionStart":
      return { ...common, kind: "session_start" };
    case "SubagentStart":
      return { ...common, kind: "subagent_start" };
    case "PreCompact":
      return { ...common, kind: "compacting" };
    case "UserPromptSubmit":
      return { ...common, kind: "prompt", prompt: text("prompt") ?? "" };
    case "PreToolUse": {
      const path = editedPath(input);
      return EDITS.has(tool) && path !== undefined
        ? { ...common, kind: "before_edit", path, ...editOf(tool, input) }
        : { ...common, kind: "other" };
    }
    case "PostToolUse":
    case "PostToolUseFailure": {
      // An interrupted call says nothing about the work.
      const response = fieldOf(event, "tool_response");
      if (fieldOf(event, "is_interrupt") === true || fieldOf(response, "interrupted") === true) {
        return { ...common, kind: "other" };
      }
      const { text: output, exitCode } = toolOutput(fieldOf(event, "error"), response);
      const command = textOf(fieldOf(input, "command"));
      const callId = text("tool_use_id");
      const path = EDITS.has(tool) ? editedPath(input) : undefined;
      return {
        ...common,
        kind: "after_tool",
        tool,
        output,
        failed: name === "PostToolUseFailure",
        ...(path === undefined ? {} : { path, ...editOf(tool, input, response) }),
        ...defined({ command, exitCode, callId }),
      };
    }
    case "Stop":
      return { ...common, kind: "stop", again: fieldOf(event, "stop_hook_active") === true };
    default:
      return { ...common, kind: "other" };
  }
}
