import { isAgentPatch } from "../core/change/agent-patch.ts";
import { fieldOf, type JsonObject, parseJson } from "../core/json/json.ts";
import { readTail } from "./hook-files.ts";
import type { HookEvent } from "./hook-event.ts";
import { patchEvents } from "./patch-events.ts";
import { readClaudeEvent } from "./read-claude-event.ts";

/** Codex takes Claude Code's form. Only its edits are patches, and a command's exit code is not in the event. */
export function readCodexEvent(event: JsonObject): readonly HookEvent[] {
  const patch = fieldOf(event, "tool_input", "command");
  if (fieldOf(event, "tool_name") === "apply_patch" && isAgentPatch(patch))
    return patchEvents(readClaudeEvent({ ...event, tool_input: {} }, "codex"), patch);
  const read = readClaudeEvent(event, "codex");
  if (read.kind !== "after_tool" || read.transcript === undefined || read.callId === undefined) return [read];
  const exitCode = exitCodeIn(read.transcript, read.callId);
  return [exitCode === undefined ? read : { ...read, exitCode }];
}

/** Enough for a command's output and what came after it, and read in milliseconds. */
const MAX_TAIL = 512 * 1024;

/** Codex writes how a command ended into its transcript before it runs the hook. */
function exitCodeIn(transcript: string, callId: string): number | undefined {
  const lines = (readTail(transcript, MAX_TAIL)?.text ?? "").split("\n");
  const mark = `"id":${JSON.stringify(callId)}`;
  for (const line of lines.toReversed()) {
    if (!line.includes(mark) || !line.includes('"CommandExecution"')) continue;
    const code = fieldOf(parseJson(line), "payload", "item", "exit_code");
    return Number.isSafeInteger(code) ? (code as number) : undefined;
  }
  return undefined;
}
