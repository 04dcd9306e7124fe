import { isJsonObject, type JsonObject, listOf, textOf, parseJson } from "../../json/json.ts";
import type { TranscriptFormatReader, TurnSource } from "../transcript.ts";
import type { NewTurn } from "../turn-builder.ts";
import { patchedFiles } from "./codex.ts";
import {
  callActs,
  editsOf,
  get,
  headEvents,
  isWhole,
  type JsonLineFormat,
  readJsonLines,
  TurnLog,
} from "./json-lines.ts";

/** Sessions of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`. */
export const copilot: TranscriptFormatReader = {
  format: "copilot",
  recognises: (head) =>
    headEvents(head).some((event) => OWN.test(textOf(event.type) ?? "") && isJsonObject(event.data)) ||
    head.startsWith('{"type":"session.start","data":{'),
  open: (path) => readJsonLines(new CopilotFile(path)),
};

const OWN =
  /^(?:session\.(?:start|resume)|user\.message|assistant\.(?:message|turn_start)|tool\.execution_start)$/u;
/** The families of events. A new event of a known family is not reported as unknown. */
const FAMILIES =
  /^(?:session|user|user_input|assistant|tool|tool_search|subagent|skill|hook|permission|system|command|commands|elicitation|sampling|mcp|mcp_app|external_tool|exit_plan_mode|auto_mode|auto_mode_switch|model|pending_messages|capabilities|canvas|extensions|factory|binary|ui|session_limits_exhausted)\.[\w.]+$/u;
const READ = new Set([
  "session.start",
  "session.resume",
  "session.model_change",
  "session.snapshot_rewind",
  "user.message",
  "user_input.completed",
  "assistant.message",
  "tool.execution_start",
  "tool.execution_complete",
  "permission.requested",
  "permission.completed",
  "exit_plan_mode.completed",
  "abort",
]);
/** How every known version starts a line. Any other start is parsed. */
const START =
  /^\{"type":"([\w.]+)","data":\{(?:"toolCallId":"[^"\\]*",(?:"model":"[^"\\]*",)?"success":(true))?/u;
/** Injected by the client, a command, a schedule, a skill or another agent. */
const MACHINE_SOURCE = /^(?:system|command|schedule|skill|agent|autopilot|hook)/u;
const DELIVERIES: ReadonlyMap<unknown, TurnSource> = new Map([
  ["steering", "interjected"],
  ["queued", "queued"],
]);
const REFUSED = "denied-interactively-by-user";
const TARGETS = ["path", "file_path", "command", "cmd", "url", "pattern", "query"];

class CopilotFile implements JsonLineFormat {
  readonly log: TurnLog;
  readonly #questions = new Set<string>();
  readonly #permissions = new Map<string, string>();
  readonly #refused = new Set<string>();
  #isAnswered = false;

  constructor(path: string) {
    this.log = new TurnLog("copilot", path);
  }

  skims(line: string): boolean {
    const start = isWhole(line) ? START.exec(line) : null;
    if (start === null) return false;
    const type = start[1]!;
    if (type === "tool.execution_complete") return start[2] === "true" && this.#questions.size === 0;
    return !READ.has(type) && FAMILIES.test(type);
  }

  take(event: JsonObject, line: number): string | undefined {
    const { type, data } = event;
    if (typeof type !== "string") return "no type";
    if (!READ.has(type)) return FAMILIES.test(type) ? undefined : `unknown type ${type}`;
    if (!isJsonObject(data)) return `${type} without data`;
    // Subagents have an id, or the id of the call that started them.
    if (textOf(event.agentId) !== undefined || textOf(data.parentToolCallId) !== undefined) return;
    const turn = { id: textOf(event.id) ?? `L${line}`, line, time: textOf(event.timestamp) };
    switch (type) {
      case "session.start":
      case "session.resume":
        return this.#start(data);
      case "session.model_change":
        return this.#model(data.newModel);
      case "session.snapshot_rewind":
        return this.#turn({ ...turn, source: "undo", text: "" });
      case "user.message":
        return this.#message(data, turn);
      case "user_input.completed":
        return this.#answer(textOf(data.answer), turn);
      case "assistant.message":
        return this.#agent(data);
      case "tool.execution_start":
        return this.#call(textOf(data.toolCallId), data.toolName, data.arguments);
      case "tool.execution_complete":
        return this.#result(data, turn);
      case "permission.requested":
        return this.#ask(data);
      case "permission.completed":
        return this.#permit(data, turn);
      case "exit_plan_mode.completed":
        return this.#plan(data, turn);
      default:
        if (textOf(data.reason)?.startsWith("user") === true) this.log.interrupt();
    }
  }

  #turn(turn: NewTurn): undefined {
    this.log.turn(turn);
  }

  #model(model: unknown): undefined {
    this.log.learn({ model: textOf(model) });
  }

  /** A plan that was dismissed without words is not a decision. */
  #plan(data: JsonObject, turn: Identity): undefined {
    const words = data.approved === true ? undefined : textOf(data.feedback);
    if (words !== undefined) this.#refuse(undefined, words, turn);
  }

  #start(data: JsonObject): undefined {
    this.log.learn({
      session: textOf(data.sessionId),
      folder: textOf(get(data.context, "cwd")),
      model: textOf(data.selectedModel),
      version: textOf(data.copilotVersion),
    });
  }

  #message(data: JsonObject, turn: Identity): string | undefined {
    if (typeof data.content !== "string") return "user.message without content";
    const text = data.content.trim();
    const hasImage = listOf(data.attachments).some(isImage);
    const isMachine =
      MACHINE_SOURCE.test(textOf(data.source) ?? "") ||
      data.isAutopilotContinuation === true ||
      textOf(data.parentAgentTaskId) !== undefined ||
      text.includes("[[ ## user_query ## ]]");
    if (isMachine || (text === "" && !hasImage)) return;
    this.log.turn({ ...turn, source: DELIVERIES.get(data.delivery) ?? "message", text, hasImage });
  }

  #agent(data: JsonObject): string | undefined {
    const said = textOf(data.content);
    if (said === undefined && !Array.isArray(data.toolRequests) && typeof data.content !== "string") {
      return "assistant.message without content";
    }
    this.#model(data.model);
    if (said !== undefined) this.log.said(said);
    for (const call of listOf(data.toolRequests)) {
      this.#call(textOf(get(call, "toolCallId")), get(call, "name"), get(call, "arguments"));
    }
  }

  /** A call is announced by the message and again when it starts. */
  #call(id: string | undefined, name: unknown, given: unknown): undefined {
    const tool = textOf(name);
    if (tool === undefined || (id !== undefined && this.log.knows(id))) return;
    if (id !== undefined && tool === "ask_user") this.#questions.add(id);
    const input = typeof given === "string" ? (parseJson(given) ?? given) : given;
    const patch = [input, get(input, "input"), get(input, "patch")].find(isPatch);
    const target = TARGETS.map((field) => textOf(get(input, field))).find((one) => one !== undefined);
    const acts =
      patch === undefined
        ? callActs(tool, target, editsOf(get(input, "path") ?? get(input, "file_path"), input))
        : patchedFiles(patch).flatMap(({ path, edit }) => callActs(tool, path, [edit]));
    this.log.call(id, acts);
  }

  #result(data: JsonObject, turn: Identity): undefined {
    const id = textOf(data.toolCallId);
    const isQuestion = id !== undefined && this.#questions.delete(id);
    if (data.success === false) {
      const code = textOf(get(data.error, "code"));
      if (code === "rejected" || code === "denied") this.#refuse(id, undefined, turn);
      else this.log.settle(id, "failed");
    } else if (isQuestion && !this.#isAnswered) {
      const content = textOf(get(data.result, "content")) ?? textOf(data.result);
      this.#answer(content?.replace(/^User (?:responded|selected|answered): /u, ""), turn);
    }
    this.#isAnswered &&= !isQuestion;
  }

  #answer(answer: string | undefined, turn: Identity): undefined {
    if (answer === undefined) return;
    this.#isAnswered = true;
    this.log.turn({ ...turn, source: "answer", text: answer.trim() });
  }

  #ask(data: JsonObject): undefined {
    const request = textOf(data.requestId);
    const call = textOf(get(data.permissionRequest, "toolCallId"));
    if (request !== undefined && call !== undefined) this.#permissions.set(request, call);
  }

  #permit(data: JsonObject, turn: Identity): undefined {
    const call = textOf(data.toolCallId) ?? this.#permissions.get(textOf(data.requestId) ?? "");
    if (get(data.result, "kind") === REFUSED) this.#refuse(call, textOf(get(data.result, "feedback")), turn);
  }

  /** The decision is recorded before the call's result, which says it again. */
  #refuse(call: string | undefined, words: string | undefined, turn: Identity): undefined {
    this.log.settle(call, "refused");
    if (call !== undefined && this.#refused.has(call)) return;
    if (call !== undefined) this.#refused.add(call);
    this.log.turn({ ...turn, source: "refusal", text: words?.trim() ?? "" });
  }
}

type Identity = Pick<NewTurn, "id" | "line" | "time">;

const isPatch = (value: unknown): value is string =>
  typeof value === "string" && value.includes("*** Begin Patch");

const isImage = (attachment: unknown): boolean =>
  textOf(get(attachment, "mimeType"))?.startsWith("image/") === true ||
  /\.(?:png|jpe?g|gif|webp)$/iu.test(textOf(get(attachment, "path")) ?? "");
