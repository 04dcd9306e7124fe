import { defined } from "../core/defined.ts";
import { fieldOf, type JsonObject, textOf, textsOf } from "../core/json/json.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { readEdit } from "./file-edit.ts";
import type { HookEvent } from "./hook-event.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["write_to_file", "replace_in_file"]);
const MAX_FOLDERS = 10;

/** Cline puts what belongs to an event into a field with the event's name. */
export function readClineEvent(event: JsonObject): HookEvent {
  const name = textOf(event["hookName"]) ?? "";
  const common = {
    protocol: "cline",
    name,
    session: boundedId(textOf(event["taskId"]) ?? ""),
    folders: textsOf(event["workspaceRoots"]).slice(0, MAX_FOLDERS),
    runsOn: {},
  } as const;
  switch (name) {
    case "TaskStart":
    case "TaskResume":
      return { ...common, kind: "session_start" };
    case "UserPromptSubmit":
      return {
        ...common,
        kind: "prompt",
        prompt: textOf(fieldOf(event["userPromptSubmit"], "prompt")) ?? "",
      };
    case "PreCompact":
      return { ...common, kind: "compacting" };
    case "PreToolUse": {
      const written = editOf(event["preToolUse"]);
      return written === undefined
        ? { ...common, kind: "other" }
        : { ...common, kind: "before_edit", ...written };
    }
    case "PostToolUse": {
      const call = event["postToolUse"];
      const { text: output, exitCode } = toolOutput(fieldOf(call, "result"));
      const command = textOf(fieldOf(fieldOf(call, "parameters"), "command"));
      return {
        ...common,
        kind: "after_tool",
        tool: textOf(fieldOf(call, "toolName")) ?? "",
        output,
        failed: fieldOf(call, "success") === false,
        ...editOf(call),
        ...defined({ command, exitCode }),
      };
    }
    case "TaskComplete":
    case "TaskCancel":
      return { ...common, kind: "stop", again: false };
    default:
      return { ...common, kind: "other" };
  }
}

/** The file that a tool writes, and what of it. */
function editOf(call: unknown): Pick<HookEvent & { kind: "before_edit" }, "path" | "edit"> | undefined {
  const tool = textOf(fieldOf(call, "toolName")) ?? "";
  const parameters = fieldOf(call, "parameters");
  const path = textOf(fieldOf(parameters, "path"));
  if (!EDITS.has(tool) || path === undefined) return undefined;
  const diff = textOf(fieldOf(parameters, "diff"));
  const edit =
    diff === undefined
      ? readEdit({ content: fieldOf(parameters, "content") })
      : { replacements: searchBlocks(diff) };
  return { path, ...defined({ edit }) };
}

const MAX_BLOCKS = 50;
const BLOCK = /^-{3,9} ?SEARCH>?\r?\n([^]*?)^={3,9}\r?\n([^]*?)^\+{3,9} ?REPLACE>?\r?$/gm;

/** Cline's edits: blocks with what to search and what to put there instead. */
const searchBlocks = (diff: string) =>
  [...diff.slice(0, 400_000).matchAll(BLOCK)].slice(0, MAX_BLOCKS).map(([, before = "", after = ""]) => ({
    before,
    after,
    all: false,
  }));
