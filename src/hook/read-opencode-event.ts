import { defined } from "../core/defined.ts";
import { isAgentPatch } from "../core/change/agent-patch.ts";
import { fieldOf, type JsonObject, textOf } from "../core/json/json.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import type { HookEvent } from "./hook-event.ts";
import { patchEvents } from "./patch-events.ts";
import { readClaudeEvent } from "./read-claude-event.ts";

/** Claude Code's names of the tools that edit and run. */
const TOOLS: Readonly<Record<string, string>> = { bash: "Bash", write: "Write", edit: "Edit" };

/** Our plugin sends Claude Code's form, with the tools and their input as OpenCode has them. */
export function readOpenCodeEvent(event: JsonObject): readonly HookEvent[] {
  const input = fieldOf(event, "tool_input");
  const patch = fieldOf(input, "patchText");
  const named = {
    command: fieldOf(input, "command"),
    file_path: fieldOf(input, "filePath"),
    content: fieldOf(input, "content"),
    old_string: fieldOf(input, "oldString"),
    new_string: fieldOf(input, "newString"),
    replace_all: fieldOf(input, "replaceAll"),
  };
  const tool = textOf(fieldOf(event, "tool_name")) ?? "";
  const prompt = textOf(fieldOf(event, "prompt"));
  const read = readClaudeEvent(
    {
      ...event,
      tool_name: Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : tool,
      tool_input: named,
      ...(prompt === undefined ? {} : { prompt: unquoted(prompt) }),
    },
    "opencode",
  );
  if (event["hook_event_name"] === "PermissionDenied") return [refusal(event, read, named.file_path)];
  return isAgentPatch(patch) ? patchEvents(read, patch) : [read];
}

/**
 * OpenCode puts what the person says after its own words. Without any it may be nobody's: `opencode run` refuses by itself
 * what a person would be asked.
 */
function refusal({ reason, tool_use_id }: JsonObject, read: HookEvent, path: unknown): HookEvent {
  const [, said = ""] = /with the following feedback: ([^]*)$/.exec(textOf(reason) ?? "") ?? [];
  const words = said.trim();
  if (words === "") return { ...read, kind: "other" };
  const callId = boundedId(textOf(tool_use_id) ?? "");
  return { ...read, kind: "refused", callId, words, ...defined({ path: textOf(path) }) };
}

/** `opencode run` puts a message of several words in quotes. */
const unquoted = (prompt: string): string =>
  /^"[^]*"$/.test(prompt) ? prompt.slice(1, -1).replaceAll('\\"', '"') : prompt;
