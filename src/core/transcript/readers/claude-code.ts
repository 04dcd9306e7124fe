import { isJsonObject, type JsonObject, listOf, textOf, textsOf, parseJson } from "../../json/json.ts";
import { isMachineText } from "../machine-text.ts";
import type { TranscriptFormatReader, TurnSource } from "../transcript.ts";
import type { ConversationFacts, NewTurn } from "../turn-builder.ts";
import {
  blocksOf,
  callActs,
  editsOf,
  get,
  headEvents,
  insideOf,
  isWhole,
  keyAfterPlainValues,
  plainValuesBefore,
  withoutClientParts,
  type JsonLineFormat,
  plainText,
  readJsonLines,
  type Stretch,
  TurnLog,
} from "./json-lines.ts";

/** Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`. */
export const claudeCode: TranscriptFormatReader = {
  format: "claude-code",
  recognises: (head) =>
    headEvents(head).some(isClaudeCode) ||
    /^\{"parentUuid":(?:null|"[^"]*"),(?:"logicalParentUuid":"[^"]*",)?"isSidechain":/u.test(head),
  open: (path) => readJsonLines(new ClaudeCodeFile(path)),
};

/** Line types that say nothing about a person's words or the agent's acts. */
const SILENT = new Set(
  (
    "progress file-history-snapshot system summary last-prompt custom-title ai-title mode permission-mode pr-link " +
    "agent-name agent-color agent-setting tag task-summary worktree-state content-replacement attribution-snapshot " +
    "saved_hook_context"
  ).split(" "),
);
const isClaudeCode = ({ type, uuid, sessionId }: JsonObject): boolean =>
  typeof sessionId === "string"
    ? type === "queue-operation" || (typeof uuid === "string" && TYPES.has(type))
    : type === "file-history-snapshot";

const TYPES = new Set<unknown>(["user", "assistant", "system", "attachment", "progress"]);
/** The three keys that tell the lines apart. */
const START = plainValuesBefore("type", "message", "attachment");
const CONTENT = '"type":"message","role":"assistant","content":[';
const RESULTS = ['"tool_use_id":"', '"type":"tool_result"'].map((key) => `{"role":"user","content":[{${key}`);
const TARGETS = ["file_path", "notebook_path", "command", "path", "url", "pattern", "query"];
const INTERRUPTED = /^\s*\[Request interrupted by user(?: for tool use)?\]/u;
const REFUSED = /^The user doesn't want to (?:proceed with this tool use|take this action right now)/u;
const ANSWERED = /^(?:User has answered|Your questions have been answered|The user answered)/u;
/** A command without arguments, or the notice of a task. */
const NOT_WORDS = /^\/[\w:.-]+$|^\{[^]*"task_id"/u;
/** A user line that follows its `dequeue` this soon is the queued message. */
const DELIVERY_MS = 60_000;
/** One press refuses calls that were made at once. */
const ONE_PRESS_MS = 5_000;

class ClaudeCodeFile implements JsonLineFormat {
  readonly log: TurnLog;
  readonly #questions = new Set<string>();
  readonly #plans = new Set<string>();
  readonly #dequeued: number[] = [];
  #facts: ConversationFacts = {};

  constructor(path: string) {
    this.log = new TurnLog("claude-code", path);
  }

  skims(line: string): boolean {
    const at = isWhole(line) ? keyAfterPlainValues(line, START) : -1;
    if (at === -1) return false;
    if (line.startsWith('message":', at)) return this.#skimsAgent(line, at + 9);
    if (line.startsWith('attachment":{"type":"', at)) return !line.startsWith('queued_command"', at + 21);
    if (line.startsWith('type":"user","message":', at)) return this.#isPlainResult(line, at + 23);
    return line.startsWith('type":"', at) && SILENT.has(line.slice(at + 7, line.indexOf('"', at + 7)));
  }

  /** Quotation marks within a text are escaped, so that these keys are never part of one. */
  #isPlainResult(line: string, start: number): boolean {
    if (!RESULTS.some((result) => line.startsWith(result, start))) return false;
    const content = line.slice(start, line.indexOf(',"toolUseResult":', start) + 1);
    return (
      content.includes('"type":"tool_result"') &&
      !content.includes('"is_error":true') &&
      !content.slice(0, 400).includes("answered") &&
      !(this.#questions.size > 0 && [...this.#questions].some((id) => content.includes(id)))
    );
  }

  /** Parses the content only. It is the whole content if it parses, as its end is searched from the line's end. */
  #skimsAgent(line: string, start: number): boolean {
    if (!line.startsWith(`{"model":"${this.#facts.model}",`, start)) return false;
    const from = line.indexOf(CONTENT, start) + CONTENT.length - 1;
    if (from < start || line.slice(start + 1, from).includes("{")) return false;
    if (line.startsWith('[{"type":"thinking"', from) && !/"type":"(?:text|tool_use)"/u.test(line))
      return true;
    const sidechain = line.indexOf('"isSidechain":false');
    if (sidechain === -1 || sidechain > start) return false;
    const content = parseJson(line.slice(from, line.lastIndexOf('],"stop_reason":') + 1));
    if (Array.isArray(content)) this.#agent(content);
    return Array.isArray(content);
  }

  take(event: JsonObject, line: number): string | undefined {
    const { type } = event;
    if (type === "user") return this.#user(event, line);
    if (type === "assistant") return this.#assistant(event);
    if (type === "attachment") return this.#attachment(event, line);
    if (type === "queue-operation") return this.#queue(event, line);
    if (typeof type !== "string") return "no type";
    return SILENT.has(type) ? undefined : `unknown type ${type}`;
  }

  #learn(event: JsonObject): void {
    const { session = textOf(event.sessionId), folder = textOf(event.cwd), ...last } = this.#facts;
    const version = textOf(event.version) ?? last.version;
    const model = textOf(get(event.message, "model")) ?? last.model;
    if (version === last.version && model === last.model && session === this.#facts.session) return;
    this.#facts = { session, folder, version, model };
    this.log.learn(this.#facts);
  }

  #user(event: JsonObject, line: number): string | undefined {
    const content = get(event.message, "content");
    if (typeof content !== "string" && !Array.isArray(content)) return "user line without content";
    this.#learn(event);
    if (event.isSidechain === true) return;
    const results = listOf(content).filter((block) => get(block, "type") === "tool_result");
    if (results.map((block) => this.#result(block, event, line)).includes(true)) return;
    if (MACHINE_MARKS.some((mark) => event[mark] === true) || !isHuman(event.origin)) return;
    const words = wordsOf(content);
    if (words.interrupted) this.log.interrupt();
    if (words.text === "" && !words.hasImage) return;
    const turn = { ...words, ...this.#identity(event, line) };
    this.#questions.clear();
    const at = Date.parse(turn.time ?? "");
    const isDelivered = this.#dequeued.some((dequeued) => Math.abs(at - dequeued) <= DELIVERY_MS);
    const queued = isDelivered ? this.#queued(turn.text) : undefined;
    if (queued !== undefined) this.log.dissolve(queued);
    this.log.turn(turn, { aliases: queued === undefined ? [] : [queued.turn.id] });
  }

  #identity(event: JsonObject, line: number): Pick<NewTurn, "id" | "line" | "time"> {
    return { id: textOf(event.uuid) ?? `L${line}`, line, time: textOf(event.timestamp) };
  }

  /** The spaces after a command's name are lost. */
  #queued(text: string): Stretch | undefined {
    const words = text.split(/\s+/u).join(" ");
    return this.log.waiting().find(({ turn }) => turn.text.split(/\s+/u).join(" ") === words);
  }

  /** Returns whether the result says what the person decided. */
  #result(block: unknown, event: JsonObject, line: number): boolean {
    const id = textOf(get(block, "tool_use_id"));
    const text = plainText(get(block, "content"));
    const isQuestion = id !== undefined && this.#questions.delete(id);
    if (get(block, "is_error") !== true) {
      const answer = isQuestion || ANSWERED.test(text) ? answerOf(event, text) : "";
      if (answer !== "") this.log.turn({ ...this.#identity(event, line), source: "answer", text: answer });
      return answer !== "";
    }
    if (REFUSED.test(text) && (event.toolDenialKind ?? "user-rejected") === "user-rejected") {
      this.#refuse(id, { ...this.#identity(event, line), source: "refusal", text: refusalWords(text) });
      return true;
    }
    this.log.settle(id, "failed");
    const isInterrupt = INTERRUPTED.test(text);
    if (isInterrupt) this.log.interrupt();
    return isInterrupt;
  }

  #refuse(id: string | undefined, turn: NewTurn): void {
    // Clearing the context and starting on the plan in a new session is recorded as a refusal of the plan.
    if (turn.text === "" && id !== undefined && this.#plans.has(id)) return;
    this.log.settle(id, "refused");
    const latest = this.log.latest();
    const apart = Date.parse(turn.time ?? "") - Date.parse(latest?.turn.time ?? "");
    const isOnePress = latest?.turn.source === "refusal" && !(Math.abs(apart) > ONE_PRESS_MS);
    if (!isOnePress || new Set([latest.turn.text, turn.text, ""]).size > 2) return this.log.turn(turn);
    latest.turn = { ...latest.turn, text: latest.turn.text || turn.text };
    latest.aliases.push(turn.id);
  }

  #assistant(event: JsonObject): string | undefined {
    const content = get(event.message, "content");
    if (typeof content !== "string" && !Array.isArray(content)) return "assistant line without content";
    // The client writes such lines itself, to say that a request failed.
    if (event.isSidechain === true || get(event.message, "model") === "<synthetic>") return;
    this.#learn(event);
    this.#agent(content);
  }

  #agent(content: unknown): void {
    for (const block of blocksOf(content)) {
      const type = get(block, "type");
      const said = type === "text" ? textOf(get(block, "text")) : undefined;
      if (said !== undefined) this.log.said(said);
      if (type === "tool_use") this.#call(block);
    }
  }

  #call(block: unknown): void {
    const id = textOf(get(block, "id"));
    const tool = textOf(get(block, "name"));
    if (tool === undefined) return;
    if (id !== undefined && tool === "AskUserQuestion") this.#questions.add(id);
    if (id !== undefined && tool === "ExitPlanMode") this.#plans.add(id);
    const input = get(block, "input");
    const target = TARGETS.map((name) => textOf(get(input, name))).find((one) => one !== undefined);
    this.log.call(id, callActs(tool, target, editsOf(get(input, "file_path"), input)));
  }

  #attachment(event: JsonObject, line: number): string | undefined {
    if (!isJsonObject(event.attachment)) return "attachment line without attachment";
    const { type, prompt, commandMode = "prompt", isMeta, origin } = event.attachment;
    if (type !== "queued_command" || event.isSidechain === true || isMeta === true) return;
    if (commandMode !== "prompt" || !isHuman(origin)) return;
    const words = wordsOf(prompt);
    if (words.text === "" && !words.hasImage) return;
    const turn: NewTurn = { ...words, ...this.#identity(event, line), source: "queued" };
    const queued = this.#queued(turn.text);
    if (queued === undefined) this.log.turn(turn);
    else {
      queued.aliases.push(queued.turn.id);
      queued.turn = turn;
      queued.waiting = false;
    }
  }

  #queue(event: JsonObject, line: number): string | undefined {
    const time = textOf(event.timestamp);
    if (time === undefined || typeof event.operation !== "string") return "incomplete queue operation";
    if (event.operation === "dequeue") {
      this.#dequeued.push(Date.parse(time));
      if (this.#dequeued.length > 20) this.#dequeued.shift();
    }
    // The person took the queued messages back to edit them.
    if (event.operation === "popAll") for (const queued of this.log.waiting()) this.log.dissolve(queued);
    if (event.operation !== "enqueue") return;
    const words = wordsOf(event.content);
    if (words.text === "" || NOT_WORDS.test(words.text)) return;
    this.log.turn({ ...words, id: `Q:${time}`, line, time, source: "interjected" }, { waiting: true });
  }
}

const MACHINE_MARKS = ["isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"];

const isHuman = (origin: unknown): boolean => (get(origin, "kind") ?? "human") === "human";

/** A person's words, without what the client added. Empty if a machine wrote them. */
function wordsOf(content: unknown): {
  source: TurnSource;
  text: string;
  hasImage: boolean;
  interrupted: boolean;
} {
  let interrupted = false;
  let hasImage = false;
  const texts = blocksOf(content).map((block) => {
    hasImage ||= get(block, "type") === "image";
    const text = withoutClientParts(textOf(get(block, "text")) ?? "");
    const said = text.replace(INTERRUPTED, "");
    interrupted ||= said !== text;
    const words = said.replaceAll(/\[Image #\d+\] ?/gu, "");
    hasImage ||= words !== said;
    return words;
  });
  const text = texts.join("\n").trim();
  const none = { source: "message", text: "", hasImage: false, interrupted } as const;
  if (isMachineText(text)) return none;
  if (!/^<command-(?:name|message|args)>/u.test(text)) return { ...none, text, hasImage };
  const args = insideOf(text, "command-args") ?? "";
  const name = insideOf(text, "command-name") ?? insideOf(text, "command-message") ?? "";
  return args === "" ? none : { ...none, source: "command", text: `/${name.replace(/^\//u, "")} ${args}` };
}

function refusalWords(text: string): string {
  const [, words = ""] = /the user said:\n([\s\S]*)/u.exec(text) ?? [];
  const [typed = ""] = words.split("\n\nNote: The user's next message may contain a correction");
  return typed.startsWith("The user wants to clarify these questions.") ? "" : typed.trim();
}

/** The answers and notes to the agent's questions, without the questions. */
function answerOf({ toolUseResult }: JsonObject, text: string): string {
  const answers = get(toolUseResult, "answers");
  const notes = Object.values(get(toolUseResult, "annotations") ?? {}).map((one) => get(one, "notes"));
  const given = isJsonObject(answers)
    ? [...Object.values(answers).flat(), ...notes]
    : Array.from(text.matchAll(/"="([^"]*)"/gu), ([, answer]) => answer);
  return textsOf(given)
    .map((one) => one.trim())
    .join("\n");
}
