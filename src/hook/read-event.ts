import { isJsonObject } from "../core/json/json.ts";
import type { JsonObject } from "../core/json/read-json.ts";
import type { HookEvent, HookProtocol } from "./hook-event.ts";
import { readClaudeEvent } from "./read-claude-event.ts";
import { readCursorEvent } from "./read-cursor-event.ts";

/** What a coding agent wrote on standard input; nothing where it is no event. */
export function readEvent(text: string, protocol?: HookProtocol): HookEvent | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(given) || typeof given["hook_event_name"] !== "string") return undefined;
  return (protocol ?? protocolOf(given)) === "cursor" ? readCursorEvent(given) : readClaudeEvent(given);
}

/** Cursor's names begin with a small letter, and it names the conversation and not the session. */
const protocolOf = (given: JsonObject): HookProtocol =>
  given["cursor_version"] !== undefined ||
  given["conversation_id"] !== undefined ||
  /^[a-z]/.test(String(given["hook_event_name"]))
    ? "cursor"
    : "claude-code";
