import { defined } from "../../defined.ts";
import {
  fieldOf,
  isJsonObject,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  parseJson,
} from "../../json/json.ts";
import type { AgentAct, Conversation, TranscriptFormatReader, TurnSource } from "../transcript.ts";
import { TurnBuilder } from "../turn-builder.ts";
import {
  callOf,
  fileName,
  jsonDocument,
  searchAndReplace,
  timeOf,
  type WholeDocument,
} from "./whole-document.ts";

/**
 * The two files of a task of Cline or Roo: `ui_messages.json`, what the person saw, and
 * `api_conversation_history.json`, what was sent to the model. They repeat each other, so one of them is enough.
 */
export const cline: TranscriptFormatReader = {
  format: "cline",
  recognises(head, path) {
    const start = head.slice(0, 4096);
    if (!/^\uFEFF?\s*\[\s*\{/.test(start)) return false;
    if (/"ts"\s*:\s*\d{12,}/.test(start) && /"type"\s*:\s*"(?:say|ask)"/.test(start)) return true;
    const isApi =
      /^\uFEFF?\s*\[\s*\{[^{}[\]]{0,200}"role"\s*:\s*"user"/.test(start) && /"content"\s*:/.test(start);
    return (
      isApi &&
      (/<(?:task|user_message|environment_details)>/.test(head) ||
        path.endsWith("api_conversation_history.json"))
    );
  },
  open(path) {
    return jsonDocument((value, document) => understand(value, document, path));
  },
};

function understand(value: unknown, document: WholeDocument, path: string): readonly Conversation[] {
  const messages = listOf(value).filter(isJsonObject);
  const isUi = messages.some(({ type }) => type === "say" || type === "ask");
  const isApi = messages.some(({ role, content }) => role === "user" && content !== undefined);
  if (!isUi && !isApi) {
    document.skip(1, "unknown version of a Cline task");
    return [];
  }
  const [name = "", folder = name] = path.split(/[/\\]/).toReversed();
  const isTask = name === "ui_messages.json" || name === "api_conversation_history.json";
  const builder = new TurnBuilder("cline", isTask ? folder : fileName(path));
  if (isUi) addUi(builder, messages, document);
  else messages.forEach((message, index) => addApi(builder, message, index, document));
  return [builder.finish()];
}

const DENIED = /The user denied this operation|"status"\s*:\s*"denied"/;
const APPROVED_FIRST = new Set([
  "tool",
  "command",
  "use_mcp_server",
  "browser_action_launch",
  "use_subagents",
]);

function addUi(builder: TurnBuilder, messages: readonly JsonObject[], document: WholeDocument): void {
  const requests: JsonObject[] = [];
  for (let index = messages.length - 1, next: JsonObject = {}; index >= 0; index -= 1) {
    requests[index] = next;
    if (messages[index]!.say === "api_req_started") next = messages[index]!;
  }
  const isDenied = (request: JsonObject): boolean =>
    DENIED.test(textOf(fieldOf(parseJson(textOf(request.text) ?? ""), "request")) ?? "");
  let isStarted = false;
  let asked:
    | { readonly kind: string; readonly id: string; readonly line: number; readonly time?: string }
    | undefined;
  messages.forEach((message, index) => {
    const isAsk = message.type === "ask";
    const kind = textOf(isAsk ? message.ask : message.say);
    const id = typeof message.ts === "number" ? String(message.ts) : `message-${index + 1}`;
    const line = document.lineOf(id);
    if (kind === undefined) {
      document.skip(line, "a message that neither says nor asks");
      return;
    }
    const text = textOf(message.text) ?? "";
    const at = { id, line, time: timeOf(message.ts), hasImage: listOf(message.images).length > 0 };
    const turn = (source: TurnSource, words: string): void => {
      if (words !== "" || at.hasImage) builder.turn({ ...at, source, text: words.trim() });
    };
    builder.learn({ model: textOf(fieldOf(message, "modelInfo", "modelId")) });
    if (!isStarted && !isAsk && (kind === "text" || kind === "task")) {
      isStarted = true;
      turn("message", text);
    } else if (kind === "user_feedback") {
      const isRefusal = asked !== undefined && APPROVED_FIRST.has(asked.kind) && isDenied(requests[index]!);
      if (isRefusal) builder.settle("refused");
      turn(isRefusal ? "refusal" : asked?.kind === "followup" ? "answer" : "message", text);
      asked = undefined;
    } else if (kind === "user_feedback_diff") {
      turn("message", textOf(fieldOf(parseJson(text), "diff")) ?? "");
    } else if (kind === "api_req_started") {
      if (asked !== undefined && APPROVED_FIRST.has(asked.kind) && isDenied(message)) {
        builder.settle("refused");
        builder.turn({ ...asked, source: "refusal", text: "" });
      }
      asked = undefined;
      if (fieldOf(parseJson(text), "cancelReason") === "user_cancelled") builder.interrupt();
    } else if (kind.endsWith("error")) builder.settle("failed");
    else {
      if (isAsk && kind !== "command_output") asked = { kind, id, line, ...defined({ time: at.time }) };
      for (const act of uiActs(kind, text)) builder.act(act);
      const selected = textOf(fieldOf(parseJson(text), "selected"));
      if (isAsk && selected !== undefined) turn("answer", selected);
    }
  });
}

function uiActs(kind: string, text: string): readonly AgentAct[] {
  const value = objectOf(parseJson(text));
  switch (kind) {
    case "text":
    case "completion_result":
    case "plan_completion_result":
    case "followup":
    case "plan_mode_respond": {
      const said = textOf(value.question) ?? textOf(value.response) ?? text.replace(/HAS_CHANGES$/, "");
      return said.trim() === "" ? [] : [{ kind: "said", text: said.trim() }];
    }
    case "command":
      return [{ kind: "call", tool: kind, target: text.replace(/REQ_APP$/, "").trim(), result: "done" }];
    case "use_mcp_server": {
      const tool = [textOf(value.serverName), textOf(value.toolName)].filter(Boolean).join(".");
      return [callOf(tool === "" ? kind : tool, { path: value.uri }, "done")];
    }
    case "browser_action_launch":
      return [callOf(kind, { url: text }, "done")];
    case "tool":
      return callsOf(textOf(value.tool) ?? kind, value);
    default:
      return [];
  }
}

/** One act for each block of a change. The field `content` is the new file, the blocks, or what was read. */
function callsOf(tool: string, { content, diff, ...input }: JsonObject): readonly AgentAct[] {
  const path = textOf(input.path);
  const edits = searchAndReplace(textOf(diff) ?? textOf(content) ?? "", path);
  const isNewFile = /^(?:newFileCreated|write_to_file)$/.test(tool);
  const call = callOf(tool, isNewFile && edits.length === 0 ? { ...input, content } : input, "done");
  return edits.length === 0 ? [call] : edits.map((edit) => ({ ...call, edit }));
}

function addApi(builder: TurnBuilder, message: JsonObject, index: number, document: WholeDocument): void {
  const id = typeof message.ts === "number" ? String(message.ts) : `message-${index + 1}`;
  const blocks = Array.isArray(message.content) ? message.content : [{ type: "text", text: message.content }];
  if (message.isSummary === true) return;
  if (message.role === "assistant") {
    for (const block of blocks) addApiAgent(builder, block);
    return;
  }
  const texts = blocks.flatMap(textsIn);
  const hasImage = blocks.some((block) => fieldOf(block, "type") === "image");
  const line = document.lineOf(typeof message.ts === "number" ? id : (textOf(texts[0])?.slice(0, 20) ?? ""));
  const found = texts.map(wordsIn).filter((one) => one !== undefined);
  if (texts.some((text) => /^(?:The tool execution failed|\{"status":"error")/.test(text)))
    builder.settle("failed");
  // Words that came with a refusal are in a text of their own.
  const turns = found.length > 1 ? found.filter(({ words }) => words !== "") : found;
  const isRefused = found.some(({ source }) => source === "refusal");
  if (isRefused) builder.settle("refused");
  turns.forEach(({ source, words, isFeedback }, position) => {
    builder.turn({
      id: position === 0 ? id : `${id}-${position + 1}`,
      line,
      source: isRefused && isFeedback ? "refusal" : source,
      text: words,
      time: timeOf(message.ts),
      hasImage,
    });
  });
}

function textsIn(block: unknown): readonly string[] {
  const content =
    fieldOf(block, "type") === "tool_result" ? fieldOf(block, "content") : fieldOf(block, "text");
  const texts = Array.isArray(content) ? content.map((part) => fieldOf(part, "text")) : [content];
  return texts
    .filter((text) => typeof text === "string")
    .map((text) => text.replace(/^\[[^\n]*\] Result:\s*/, ""));
}

const LEAD =
  /^\s*(?:The user |New (?:message|instructions) |You seem to be having trouble|\[TASK RESUMPTION\]|$)/;

/** A person's words or refusal in a text that Cline wrote around them. Other texts are the results of tools. */
function wordsIn(text: string): { source: TurnSource; words: string; isFeedback: boolean } | undefined {
  const answer = text.startsWith("{") ? parseJson(text) : undefined;
  const status = fieldOf(answer, "status");
  const feedback = textOf(fieldOf(answer, "feedback"))?.trim();
  if (status === "denied") return { source: "refusal", words: feedback ?? "", isFeedback: true };
  if (feedback !== undefined) return { source: "message", words: feedback, isFeedback: false };
  for (const tag of ["task", "user_message", "answer", "feedback"]) {
    const start = text.indexOf(`<${tag}>`);
    if (start === -1 || !LEAD.test(text.slice(0, start))) continue;
    const end = text.indexOf(`</${tag}>`, start);
    const words = text.slice(start + tag.length + 2, end === -1 ? undefined : end).trim();
    const source = tag === "answer" ? "answer" : DENIED.test(text.slice(0, start)) ? "refusal" : "message";
    if (words !== "") return { source, words, isFeedback: tag === "feedback" };
  }
  return text.startsWith("The user denied this operation")
    ? { source: "refusal", words: "", isFeedback: true }
    : undefined;
}

const TOOL_TAG =
  /<(execute_command|read_file|write_to_file|replace_in_file|apply_diff|search_files|list_files|use_mcp_tool|browser_action|insert_content)>/;

function addApiAgent(builder: TurnBuilder, block: unknown): void {
  if (fieldOf(block, "type") === "tool_use") {
    const input = objectOf(fieldOf(block, "input"));
    for (const act of callsOf(textOf(fieldOf(block, "name")) ?? "unknown", input)) builder.act(act);
    return;
  }
  const text = textOf(fieldOf(block, "text")) ?? "";
  const said = text
    .split(TOOL_TAG, 1)[0]!
    .replace(/<\/?thinking>|\[Response interrupted by user\]/g, "")
    .trim();
  if (said !== "") builder.act({ kind: "said", text: said });
  const tool = TOOL_TAG.exec(text);
  if (tool !== null) {
    const body = text.slice(tool.index);
    const fields = ["path", "command", "content", "diff", "regex"].map(
      (name) => [name, inside(body, name)] as const,
    );
    const input = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    for (const act of callsOf(tool[1]!, input)) builder.act(act);
  }
  if (text.includes("[Response interrupted by user]")) builder.interrupt();
}

function inside(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1
    ? undefined
    : text.slice(start + tag.length + 2, end).replace(/^\n|\n$/g, "");
}
