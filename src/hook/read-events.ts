import { isJsonObject, type JsonObject, parseJson } from "../core/json/json.ts";
import type { HookEvent, HookProtocol } from "./hook-event.ts";
import { readClaudeEvent } from "./read-claude-event.ts";
import { readCodexEvent } from "./read-codex-event.ts";
import { readCursorEvent } from "./read-cursor-event.ts";
import { readGeminiEvent } from "./read-gemini-event.ts";
import { readOpenCodeEvent } from "./read-opencode-event.ts";

const READERS: Readonly<Record<HookProtocol, (event: JsonObject) => readonly HookEvent[]>> = {
  "claude-code": (event) => [readClaudeEvent(event)],
  cursor: (event) => [readCursorEvent(event)],
  codex: readCodexEvent,
  gemini: (event) => [readGeminiEvent(event)],
  opencode: readOpenCodeEvent,
};

/** What an agent's event says: one event, or one for each file of a patch. Empty if the text is no event. */
export function readEvents(text: string, protocol?: HookProtocol): readonly HookEvent[] {
  const event = parseJson(text);
  if (!isJsonObject(event) || typeof event["hook_event_name"] !== "string") return [];
  return READERS[protocol ?? protocolOf(event)](event);
}

/** Cursor's event names start with a lowercase letter, and its events name a conversation. */
const protocolOf = (event: JsonObject): HookProtocol =>
  event["cursor_version"] !== undefined ||
  event["conversation_id"] !== undefined ||
  /^[a-z]/.test(String(event["hook_event_name"]))
    ? "cursor"
    : "claude-code";
