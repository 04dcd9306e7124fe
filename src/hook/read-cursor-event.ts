import { readAgentModel } from "../core/feedback/agent-model.ts";
import { defined } from "../core/defined.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { fieldOf, textOf, textsOf, type JsonObject } from "../core/json/json.ts";
import { transcriptOf, type HookEvent } from "./hook-event.ts";
import { readEdit } from "./file-edit.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["Write", "Edit", "StrReplace", "MultiEdit", "ApplyPatch", "EditNotebook"]);
const MAX_FOLDERS = 10;

export function readCursorEvent(event: JsonObject): HookEvent {
  const text = (name: string): string | undefined => textOf(fieldOf(event, name));
  const name = text("hook_event_name") ?? "";
  const cwd = text("cwd");
  const common = {
    protocol: "cursor",
    name,
    session: boundedId(text("conversation_id") ?? text("session_id") ?? ""),
    folders: [
      ...textsOf(fieldOf(event, "workspace_roots")).slice(0, MAX_FOLDERS),
      ...(cwd === undefined ? [] : [cwd]),
    ],
    runsOn: readAgentModel({
      // `default` lets Cursor choose, so it names no model.
      model: text("model") === "default" ? undefined : text("model"),
      agent_version: text("cursor_version"),
    }),
    ...transcriptOf(event),
  } as const;
  const tool = text("tool_name") ?? "";
  const input = fieldOf(event, "tool_input");
  const path = textOf(fieldOf(input, "file_path")) ?? textOf(fieldOf(input, "path")) ?? text("file_path");
  switch (name) {
    case "sessionStart":
      return { ...common, kind: "session_start" };
    case "beforeSubmitPrompt":
      return { ...common, kind: "prompt", prompt: text("prompt") ?? "" };
    case "preCompact":
      return { ...common, kind: "compacting" };
    case "preToolUse":
      return EDITS.has(tool) && path !== undefined
        ? {
            ...common,
            kind: "before_edit",
            path,
            ...(tool === "EditNotebook" ? {} : defined({ edit: readEdit(input) })),
          }
        : { ...common, kind: "other" };
    case "postToolUse":
    case "postToolUseFailure":
    case "afterShellExecution": {
      const refused = fieldOf(event, "failure_type") === "permission_denied";
      if (refused || fieldOf(event, "is_interrupt") === true) return { ...common, kind: "other" };
      const { text: output, exitCode } = toolOutput(
        fieldOf(event, "error_message"),
        fieldOf(event, "tool_output"),
        fieldOf(event, "output"),
      );
      const command = textOf(fieldOf(input, "command")) ?? text("command");
      const callId = text("tool_use_id");
      return {
        ...common,
        kind: "after_tool",
        tool: name === "afterShellExecution" ? "Shell" : tool,
        output,
        failed: name === "postToolUseFailure",
        ...defined({ command }),
        ...(path === undefined || !EDITS.has(tool)
          ? {}
          : { path, ...(tool === "EditNotebook" ? {} : defined({ edit: readEdit(input) })) }),
        ...defined({ exitCode, callId }),
      };
    }
    case "stop":
      return { ...common, kind: "stop", again: Number(fieldOf(event, "loop_count") ?? 0) > 0 };
    default:
      return { ...common, kind: "other" };
  }
}
