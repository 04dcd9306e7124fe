import { defined } from "../../defined.ts";
import { fieldOf, isJsonObject, type JsonObject, listOf, textOf, parseJson } from "../../json/json.ts";
import type { Conversation, TranscriptFormatReader } from "../transcript.ts";
import { TurnBuilder } from "../turn-builder.ts";
import { callOf, fileName, timeOf, wholeDocument, type WholeDocument } from "./whole-document.ts";

/**
 * Gemini CLI's `chats/session-*`: one JSON document until 0.38, JSON lines since 0.39. A line with a known id replaces
 * the message, `$set` changes the session, and `$rewindTo` takes back a message with all that follow.
 */
export const gemini: TranscriptFormatReader = {
  format: "gemini",
  recognises(head) {
    const start = head.slice(0, 4096);
    return /^\uFEFF?\s*\{/.test(start) && /"sessionId"\s*:/.test(start) && /"projectHash"\s*:/.test(start);
  },
  open(path) {
    return wholeDocument((document) => understand(document, path));
  },
};

interface Step {
  readonly line: number;
  /** Undefined for a rewind. */
  message?: JsonObject;
}

interface Recording {
  readonly steps: Step[];
  readonly byId: Map<string, Step>;
  session: JsonObject;
}

function understand(document: WholeDocument, path: string): readonly Conversation[] {
  const recording: Recording = { steps: [], byId: new Map(), session: {} };
  const whole = parseJson(document.text);
  if (whole !== undefined) {
    addRecord(recording, whole, (id) => document.lineOf(id));
  } else {
    document.text.split("\n").forEach((line, index) => {
      const record = line.trim() === "" ? {} : parseJson(line);
      if (isJsonObject(record)) addRecord(recording, record, () => index + 1);
      else document.skip(index + 1, "not JSON");
    });
  }
  const { session, steps } = recording;
  if (textOf(session.sessionId) === undefined && steps.length === 0) {
    document.skip(1, "no Gemini session: sessionId and messages are missing");
    return [];
  }
  if ("messages" in session && !Array.isArray(session.messages)) {
    document.skip(1, "unknown version of a Gemini session: messages is not a list");
    return [];
  }
  // The person of a subagent's session is the agent that started it.
  if (session.kind === "subagent") return [];
  const builder = new TurnBuilder("gemini", textOf(session.sessionId) ?? fileName(path));
  builder.learn({ folder: textOf(listOf(session.directories)[0]) });
  for (const step of steps) tell(builder, step, document);
  return [builder.finish()];
}

function addRecord(recording: Recording, record: unknown, lineOf: (id: string) => number): void {
  const set = fieldOf(record, "$set");
  const id = textOf(fieldOf(record, "id"));
  if (textOf(fieldOf(record, "$rewindTo")) !== undefined) recording.steps.push({ line: lineOf("") });
  else if (id !== undefined) addMessage(recording, id, record, lineOf(`"${id}"`));
  else if (isJsonObject(set)) addSession(recording, set, lineOf);
  else if (isJsonObject(record)) addSession(recording, record, lineOf);
}

function addSession(recording: Recording, record: JsonObject, lineOf: (id: string) => number): void {
  recording.session = { ...recording.session, ...record };
  // A list in a later record is the shortened history. What is new in it is the client's summary.
  if (recording.steps.length > 0) return;
  for (const message of listOf(record.messages)) {
    const id = textOf(fieldOf(message, "id"));
    if (id !== undefined) addMessage(recording, id, message, lineOf(`"${id}"`));
  }
}

function addMessage(recording: Recording, id: string, message: unknown, line: number): void {
  if (!isJsonObject(message)) return;
  // Tools that share transcripts replace secrets, and ids with them: the time tells such messages apart.
  const key = `${id} ${textOf(message.timestamp) ?? ""}`;
  const known = recording.byId.get(key);
  if (known !== undefined) {
    known.message = message;
    return;
  }
  const step = { line, message };
  recording.byId.set(key, step);
  recording.steps.push(step);
}

function tell(builder: TurnBuilder, { line, message }: Step, document: WholeDocument): void {
  if (message === undefined) {
    builder.turn({ id: `L${line}`, line, source: "undo", text: "/rewind" });
    return;
  }
  switch (message.type) {
    case "user":
      addPerson(builder, message, line);
      break;
    case "gemini":
      addAgent(builder, message, line);
      break;
    case "info":
      if (/^Request cancelled\b/.test(textsOf(message.content).join(""))) builder.interrupt();
      break;
    case "error":
    case "warning":
      break;
    default:
      document.skip(line, `unknown type ${String(textOf(message.type))}`);
  }
}

/** What the client writes under the person's name. */
const MACHINE =
  /^(?:<(?:session_context|hook_context|state_snapshot)>|This is the Gemini CLI\. We are setting up|System: Please continue|I ran the following shell command:|\?$)/;

function addPerson(builder: TurnBuilder, message: JsonObject, line: number): void {
  const given = textOf(message.id) ?? `L${line}`;
  const id = builder.find(given) === undefined ? given : `${given}-L${line}`;
  const time = timeOf(message.timestamp);
  const parts = partsOf(message.displayContent ?? message.content);
  const steering = /^User steering update:\s*<user_input>\n?([\s\S]*?)\n?<\/user_input>/;
  const steered = textsOf(parts)
    .map((text) => steering.exec(text)?.[1]?.trim())
    .find(Boolean);
  if (steered !== undefined) {
    builder.turn({ id, line, source: "interjected", text: steered, time });
    return;
  }
  if (parts.some((part) => fieldOf(part, "functionResponse") !== undefined)) return;
  const hasImage = parts.some(isImage);
  const text = withoutFiles(textsOf(parts))
    .filter((part) => !/^\s*<hook_context>/.test(part))
    .join("")
    .trim();
  if (MACHINE.test(text) || (text === "" && !hasImage)) return;
  const command = /^\/[a-z][\w:-]*(?:\s+(\S[\s\S]*)?)?$/i.exec(text);
  if (command === null) builder.turn({ id, line, source: "message", text, time, hasImage });
  else if (command[1] !== undefined) {
    builder.turn({ id, line, source: "command", text: command[1].trim(), time, hasImage });
  }
}

function addAgent(builder: TurnBuilder, message: JsonObject, line: number): void {
  builder.learn({ model: textOf(message.model) });
  const said = textsOf(partsOf(message.content).filter((part) => fieldOf(part, "thought") !== true));
  const text = said.join("").trim();
  if (text !== "") builder.act({ kind: "said", text });
  for (const call of listOf(message.toolCalls)) addCall(builder, call, line);
}

function addCall(builder: TurnBuilder, call: unknown, line: number): void {
  const name = textOf(fieldOf(call, "name")) ?? "unknown";
  const output = outputOf(fieldOf(call, "result"));
  const status = fieldOf(call, "status");
  const refusal = refusalOf(name, output);
  const isCascade = status === "cancelled" && /User cancelled operation/.test(output);
  const result =
    refusal !== undefined || isCascade ? "refused" : status === "success" ? "done" : ("failed" as const);
  const { edit, ...act } = callOf(name, fieldOf(call, "args"), result);
  const before = textOf(fieldOf(call, "resultDisplay", "originalContent"));
  builder.act({
    ...act,
    ...defined({ edit: edit === undefined ? undefined : { ...defined({ before }), ...edit } }),
  });
  const turn = {
    id: textOf(fieldOf(call, "id")) ?? `L${line}`,
    line,
    time: timeOf(fieldOf(call, "timestamp")),
  };
  if (refusal !== undefined) builder.turn({ ...turn, source: "refusal", text: refusal });
  else if (status === "cancelled") builder.interrupt();
  else if (name === "ask_user" && status === "success") {
    const answers = fieldOf(parseJson(output), "answers");
    const text = isJsonObject(answers) ? textsOf(Object.values(answers)).join("\n") : "";
    if (text.trim() !== "") builder.turn({ ...turn, source: "answer", text });
  }
}

/** The words of a refusal, empty if there are none. Undefined if nobody refused. */
function refusalOf(name: string, output: string): string | undefined {
  if (/User denied execution|User did not allow tool call/.test(output)) return "";
  if (name === "ask_user" && output.startsWith("User dismissed ask_user dialog")) return "";
  if (name !== "exit_plan_mode" || !output.startsWith("Plan rejected.")) return undefined;
  const feedback = /^Plan rejected\. User feedback: ([\s\S]*?)(?:\n\nThe plan is stored at|$)/.exec(output);
  return feedback?.[1]?.trim() ?? "";
}

/** A text, one part or a list of them. */
const partsOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : [content]);

const textsOf = (content: unknown): readonly string[] =>
  partsOf(content)
    .map((part) => (typeof part === "string" ? part : fieldOf(part, "text")))
    .filter((text) => typeof text === "string");

/** Without the files that the person named with `@`. */
function withoutFiles(texts: readonly string[]): readonly string[] {
  const start = texts.findIndex((text) => text.trim() === "--- Content from referenced files ---");
  if (start === -1) return texts.map((text) => text.split("\n--- Content from referenced files ---")[0]!);
  const end = texts.findIndex((text, index) => index > start && text.trim() === "--- End of content ---");
  return [...texts.slice(0, start), ...(end === -1 ? [] : texts.slice(end + 1))];
}

function isImage(part: unknown): boolean {
  const kind = fieldOf(part, "inlineData", "mimeType") ?? fieldOf(part, "fileData", "mimeType");
  return typeof kind === "string" && kind.startsWith("image/");
}

function outputOf(result: unknown): string {
  return partsOf(result)
    .map((part) => {
      const response = fieldOf(part, "functionResponse", "response");
      return typeof part === "string" ? part : (fieldOf(response, "output") ?? fieldOf(response, "error"));
    })
    .filter((text) => typeof text === "string")
    .join("\n");
}
