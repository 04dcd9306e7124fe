import { isJsonObject, fieldOf, listOf, textOf } from "../json/json.ts";
import { fail, ok, type Result } from "../result.ts";
import { type EarlierMessage, MESSAGE_ROLES } from "./signal.ts";

/** Only the latest messages matter. */
const MOST_MESSAGES = 500;
const MOST_TEXT = 4_000;

/** Role names used by agents and providers. */
const ROLES: Readonly<Record<string, EarlierMessage["role"]>> = {
  user: "user",
  human: "user",
  person: "user",
  assistant: "assistant",
  agent: "assistant",
  ai: "assistant",
  bot: "assistant",
  model: "assistant",
  gemini: "assistant",
  function_call: "assistant",
  custom_tool_call: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
  function: "tool",
  tool_result: "tool",
};

/** Reads a list of earlier messages. The error names the first invalid one. */
export function readHistory(value: unknown): Result<readonly EarlierMessage[], string> {
  if (!Array.isArray(value)) return fail("history must be a list of {role, text}, oldest first");
  const messages: EarlierMessage[] = [];
  for (const [index, each] of value.entries()) {
    const message = messageOf(each);
    if (message === undefined)
      return fail(`history[${index}] must have a role (${MESSAGE_ROLES.join(", ")}) and a text`);
    messages.push(message);
  }
  return ok(messages.slice(-MOST_MESSAGES));
}

/**
 * Reads a conversation from a file: a JSON list of messages, one JSON message per line (as in agents' transcripts), or the
 * agent's last answer as plain text. A blank file is an empty conversation.
 */
export function historyOfText(text: string): Result<readonly EarlierMessage[], string> {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return ok([]);
  const whole = parsed(trimmed);
  if (Array.isArray(whole)) return readHistory(whole);
  const listed = fieldOf(whole, "messages") ?? fieldOf(whole, "history");
  if (listed !== undefined) return readHistory(listed);
  const lines = messagesInLines(trimmed);
  if (lines.length > 0) return ok(lines);
  if (isJsonObject(whole))
    return fail("it is JSON without messages: give a list of {role, text}, one a line, or plain text");
  return ok([{ role: "assistant", text: trimmed.slice(0, MOST_TEXT) }]);
}

/** The messages of a transcript with one JSON object per line. Other lines, such as a truncated one, are skipped. */
export function messagesInLines(text: string): readonly EarlierMessage[] {
  return text
    .split("\n")
    .flatMap((line) => (line.trimStart().startsWith("{") ? (messageOf(parsed(line)) ?? []) : []))
    .slice(-MOST_MESSAGES);
}

function messageOf(value: unknown): EarlierMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  // Claude Code and Codex wrap the API's message in a record.
  const inner = fieldOf(value, "message") ?? fieldOf(value, "payload");
  const message = isJsonObject(inner) ? inner : value;
  const named = ["role", "type", "author", "from", "speaker"].map((name) => textOf(fieldOf(message, name)));
  const role = named.map((name) => ROLES[name?.toLowerCase() ?? ""]).find((each) => each !== undefined);
  const content = ["text", "content", "body"]
    .map((name) => fieldOf(message, name))
    .find((each) => each !== undefined);
  const body = content ?? (typeof inner === "string" ? inner : undefined);
  if (role === undefined) return undefined;
  const used = toolsUsed(message);
  if (used !== "" && (body === undefined || body === "")) return { role, text: used };
  return body === undefined ? undefined : textOfContent(role, body);
}

/** A call is a message of its own for Codex, and beside the words for Gemini CLI. */
const toolsUsed = (message: unknown): string =>
  [...(fieldOf(message, "call_id") === undefined ? [] : [message]), ...listOf(fieldOf(message, "toolCalls"))]
    .slice(0, MOST_MESSAGES)
    .flatMap((call) => textOf(fieldOf(call, "name")) ?? [])
    .map((name) => `[used ${name}]`)
    .join("\n")
    .slice(0, MOST_TEXT);

/** Content is a string, or a list of text, tool calls and tool results. */
function textOfContent(role: EarlierMessage["role"], content: unknown): EarlierMessage | undefined {
  if (typeof content === "string") return { role, text: content.slice(0, MOST_TEXT) };
  if (!Array.isArray(content)) return undefined;
  const parts = listOf(content).slice(0, MOST_MESSAGES);
  const isResult = parts.length > 0 && parts.every((part) => fieldOf(part, "type") === "tool_result");
  const text = parts
    .flatMap((part) => {
      const words = typeof part === "string" ? part : textOf(fieldOf(part, "text"));
      const tool = fieldOf(part, "type") === "tool_use" ? textOf(fieldOf(part, "name")) : undefined;
      return words ?? (tool === undefined ? [] : `[used ${tool}]`);
    })
    .join("\n");
  return { role: isResult ? "tool" : role, text: text.slice(0, MOST_TEXT) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
