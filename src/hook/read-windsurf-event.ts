import { defined } from "../core/defined.ts";
import { fieldOf, type JsonObject, listOf, textOf } from "../core/json/json.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { type FileEdit, readEdit } from "./file-edit.ts";
import type { HookEvent } from "./hook-event.ts";

/** Windsurf names what its agent does, and what it does it with. */
export function readWindsurfEvent(event: JsonObject): HookEvent {
  const name = textOf(event["agent_action_name"]) ?? "";
  const info = fieldOf(event, "tool_info");
  const common = {
    protocol: "windsurf",
    name,
    session: boundedId(textOf(event["trajectory_id"]) ?? ""),
    folders: [],
    runsOn: {},
  } as const;
  const path = textOf(fieldOf(info, "file_path"));
  const written = path === undefined ? undefined : { path, ...defined({ edit: editOf(info) }) };
  switch (name) {
    case "pre_user_prompt":
      return { ...common, kind: "prompt", prompt: textOf(fieldOf(info, "user_prompt")) ?? "" };
    case "pre_write_code":
      return written === undefined
        ? { ...common, kind: "other" }
        : { ...common, kind: "before_edit", ...written };
    case "post_write_code":
      return { ...common, kind: "after_tool", tool: "Write", output: "", failed: false, ...written };
    default:
      return { ...common, kind: "other" };
  }
}

/** A new file is an edit that replaces nothing. */
function editOf(info: unknown): FileEdit | undefined {
  const [first, ...more] = listOf(fieldOf(info, "edits"));
  const text = textOf(fieldOf(first, "new_string"));
  const isNew = more.length === 0 && text !== undefined && fieldOf(first, "old_string") === "";
  return isNew ? { text, replacements: [] } : readEdit(info);
}
