import {
  fieldOf,
  isJsonObject,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  parseJson,
} from "../../json/json.ts";
import type { AgentAct, Conversation, TranscriptFormatReader, TranscriptReader } from "../transcript.ts";
import { LineCounter, TurnBuilder } from "../turn-builder.ts";
import { callOf, timeOf } from "./whole-document.ts";

const OLD_CHAT = "workbench.panel.aichat.view.aichat.chatdata";
const KEY = /^(?:composerData:[^:]+|bubbleId:[^:]+:[^:]+|workbench\.panel\.aichat\.view\.aichat\.chatdata)$/;

/**
 * Rows of Cursor's `state.vscdb`, one JSON object `{"key", "value"}` on each line, in any order: `composerData:<id>` for a
 * conversation, `bubbleId:<conversation>:<id>` for a message, and a single row for older chats.
 */
export const cursor: TranscriptFormatReader = {
  format: "cursor",
  recognises(head) {
    const first = head
      .replace(/^\uFEFF/, "")
      .trimStart()
      .split("\n", 1)[0]!;
    const key = /^\{\s*"key"\s*:\s*"([^"\\]+)"\s*,\s*"value"\s*:/.exec(first)?.[1];
    return key !== undefined && KEY.test(key);
  },
  open() {
    return new CursorReader();
  },
};

/** What is needed of a message: the rows of a database have much more, and all of them are held until its end. */
interface Bubble {
  readonly id: string;
  readonly line: number;
  readonly type: unknown;
  readonly version: unknown;
  readonly text: string;
  readonly time: string | undefined;
  readonly hasImage: boolean;
  readonly call: (AgentAct & { kind: "call" }) | undefined;
  readonly isCancelled: boolean;
}

class CursorReader implements TranscriptReader {
  readonly #counter = new LineCounter();
  readonly #composers = new Map<string, JsonObject>();
  readonly #bubbles = new Map<string, Map<string, Bubble>>();

  read(raw: string, number: number): void {
    this.#counter.count();
    if (raw.trim() === "") return;
    const row = parseJson(raw.replace(/^\uFEFF/, ""));
    const key = textOf(fieldOf(row, "key"));
    if (key === undefined) {
      this.#counter.skip(number, row === undefined ? "not JSON" : "no key");
      return;
    }
    const value = unwrap(fieldOf(row, "value"));
    // Cursor keeps the key of a deleted message with an empty value.
    if (value === null || value === undefined) return;
    if (!isJsonObject(value)) this.#counter.skip(number, "the value is not an object");
    else this.#row(key, value, number);
  }

  #row(key: string, value: JsonObject, line: number): void {
    const [kind, composer = "", ...rest] = key.split(":");
    if (kind === "composerData") {
      this.#composers.set(composer, value);
      this.#conversation(composer);
      for (const bubble of listOf(fieldOf(value, "conversation"))) this.#bubble(composer, bubble, line);
    } else if (kind === "bubbleId" && rest.length > 0) {
      this.#bubble(composer, { bubbleId: rest.join(":"), ...value }, line);
    } else if (key === OLD_CHAT) {
      for (const tab of listOf(fieldOf(value, "tabs"))) this.#tab(tab, line);
    } else {
      this.#counter.skip(line, `unknown key ${kind}`);
    }
  }

  #tab(tab: unknown, line: number): void {
    const id = textOf(fieldOf(tab, "tabId"));
    if (id === undefined) return;
    listOf(fieldOf(tab, "bubbles")).forEach((bubble, index) => {
      if (!isJsonObject(bubble)) return;
      const type = bubble.type === "user" ? 1 : 2;
      const own = textOf(bubble.id) ?? `${id}-${index + 1}`;
      const text = textOf(bubble.text) ?? textOf(bubble.rawText);
      this.#bubble(id, { ...bubble, bubbleId: own, type, text }, line);
    });
  }

  #bubble(composer: string, value: unknown, line: number): void {
    const id = textOf(fieldOf(value, "bubbleId"));
    if (id === undefined || !isJsonObject(value)) return;
    const images = [...listOf(value.images), ...listOf(fieldOf(value, "context", "selectedImages"))];
    this.#conversation(composer).set(id, {
      id,
      line,
      type: value.type,
      version: value["_v"],
      text: textOf(value.text)?.trim() ?? "",
      time: timeOf(value.createdAt) ?? timeOf(fieldOf(value, "timingInfo", "clientStartTime")),
      hasImage: images.length > 0,
      call: isJsonObject(value.toolFormerData) ? toolCall(value.toolFormerData) : undefined,
      isCancelled: fieldOf(value, "toolFormerData", "status") === "cancelled",
    });
  }

  #conversation(composer: string): Map<string, Bubble> {
    const known = this.#bubbles.get(composer) ?? new Map<string, Bubble>();
    this.#bubbles.set(composer, known);
    return known;
  }

  finish() {
    const conversations: Conversation[] = [];
    for (const [composer, bubbles] of this.#bubbles) {
      const data = this.#composers.get(composer) ?? {};
      // The person of a subagent's conversation is the agent that started it.
      if (fieldOf(data, "subagentInfo", "parentComposerId") !== undefined) continue;
      const builder = new TurnBuilder("cursor", composer);
      builder.learn({
        model: textOf(fieldOf(data, "modelConfig", "modelName")),
        folder: folderOf(fieldOf(data, "workspaceIdentifier", "uri")),
      });
      for (const bubble of inOrder(data, bubbles)) this.#tell(builder, bubble);
      if (!builder.isEmpty) conversations.push(builder.finish());
    }
    return this.#counter.finish(conversations);
  }

  #tell(builder: TurnBuilder, bubble: Bubble): void {
    const { id, line, type, version, text, time, hasImage, call } = bubble;
    if (type === 1) {
      if (text !== "" || hasImage) builder.turn({ id, line, source: "message", text, time, hasImage });
    } else if (type === 2) {
      if (text !== "") builder.act({ kind: "said", text });
      if (call !== undefined) builder.act(call);
      if (call?.result === "refused") builder.turn({ id, line, source: "refusal", text: "", time });
      else if (bubble.isCancelled) builder.interrupt();
    } else {
      const number = typeof version === "number" ? version : "?";
      this.#counter.skip(line, `unknown version ${number} of a Cursor message`);
    }
  }
}

function toolCall(call: JsonObject): AgentAct & { kind: "call" } {
  const isRefused = call.userDecision === "rejected" || fieldOf(unwrap(call.result), "rejected") === true;
  const input = { ...objectOf(unwrap(call.rawArgs)), ...objectOf(unwrap(call.params)) };
  const result = isRefused ? "refused" : call.status === "completed" ? "done" : "failed";
  return callOf(textOf(call.name) ?? "unknown", input, result);
}

/** Cursor puts JSON into texts of JSON. */
function unwrap(value: unknown): unknown {
  return typeof value === "string" ? parseJson(value) : value;
}

function folderOf(uri: unknown): string | undefined {
  return textOf(fieldOf(uri, "fsPath")) ?? textOf(fieldOf(uri, "path"));
}

/** In the order of the conversation's list. A message that is not in a list that exists was taken back by the person. */
function inOrder(data: JsonObject, bubbles: ReadonlyMap<string, Bubble>): readonly Bubble[] {
  const headers = unwrap(data.fullConversationHeadersOnly);
  const listed = listOf(headers)
    .map((header) => bubbles.get(textOf(fieldOf(header, "bubbleId")) ?? ""))
    .filter((bubble) => bubble !== undefined);
  return listed.length > 0 ? listed : [...bubbles.values()];
}
