import {
  fieldOf,
  isJsonObject,
  type JsonObject,
  listOf,
  textOf,
  textsOf,
  parseJson,
} from "../../json/json.ts";
import { parseAgentPatch } from "../../change/agent-patch.ts";
import type { AgentEdit, TranscriptFormatReader } from "../transcript.ts";
import {
  callActs,
  headEvents,
  isWhole,
  type JsonLineFormat,
  plainText,
  readJsonLines,
  TurnLog,
} from "./json-lines.ts";

/** Rollouts of Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`. */
export const codex: TranscriptFormatReader = {
  format: "codex",
  recognises: (head) =>
    headEvents(head).some((event) => TYPES.has(event.type) && isJsonObject(event.payload)) ||
    /^\{"timestamp":"[^"]*","type":"session_meta","payload":\{/u.test(head),
  open: (path) => readJsonLines(new CodexFile(path)),
};

const TYPES = new Set<unknown>(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);
const SILENT = new Set(["compacted", "world_state", "inter_agent_communication_metadata", "ghost_snapshot"]);
/** The others are about the client, or say again what these say. */
const EVENTS = new Set([
  "user_message",
  "agent_message",
  "turn_aborted",
  "patch_apply_end",
  "item_completed",
]);
const CALLS = new Set<unknown>(["function_call", "custom_tool_call", "local_shell_call", "web_search_call"]);
const OUTPUTS = new Set<unknown>(["function_call_output", "custom_tool_call_output"]);

/** How every current version starts a line. Any other start is parsed. */
const START = /^\{"timestamp":"[^"\\]*","type":"(\w+)"(?:,"payload":\{"type":"(\w+)")?/u;
/** The head of a successful command's output, right after its key. */
const SUCCESS =
  /"output":"(?:Chunk ID: \w+\\nWall time: [\d.]+ seconds\\nProcess exited with code 0\\n|Exit code: 0\\n)/u;
const FAILURE =
  /^(?:Chunk ID: .*\nWall time: .*\n)?(?:Process exited with code|Exit code:) (?!0\b)|^\{"output":[^]*"exit_code":(?!0\b)|^(?:Script failed|execution error|aborted by user|apply_patch verification failed)/u;
const REFUSED = /^(?:exec command|patch) rejected by user/u;
const MACHINE =
  /^\s*(?:The following is the Codex agent history|<(?:codex_delegation|environment_context|user_instructions|turn_aborted|skill|subagent_notification)\b|# AGENTS\.md instructions)/u;

class CodexFile implements JsonLineFormat {
  readonly log: TurnLog;
  readonly #questions = new Map<string, string>();
  #hasMeta = false;
  #model: string | undefined;
  /** A reviewer or a subagent: nothing in the file is a person's. */
  #isMachine = false;
  /** The first message of a delegated thread was written by the agent that started it. */
  #isDelegated = false;

  constructor(path: string) {
    this.log = new TurnLog("codex", path);
  }

  skims(line: string): boolean {
    if (!isWhole(line)) return false;
    const [, type = "", kind = ""] = START.exec(line) ?? [];
    if (SILENT.has(type) || (this.#isMachine && TYPES.has(type))) return true;
    if (type === "session_meta") return this.#hasMeta;
    if (type === "turn_context") return line.includes(`"model":${JSON.stringify(this.#model)}`);
    if (type === "event_msg") return kind !== "" && !EVENTS.has(kind);
    if (type !== "response_item" || CALLS.has(kind)) return false;
    if (kind === "") return line.endsWith('"type":"reasoning"}}');
    return !OUTPUTS.has(kind) || SUCCESS.test(line.slice(0, 600));
  }

  take(event: JsonObject, line: number): string | undefined {
    const { type, payload } = event;
    if (typeof type !== "string") return "no type";
    if (SILENT.has(type)) return;
    if (!TYPES.has(type)) return `unknown type ${type}`;
    if (!isJsonObject(payload)) return `${type} without payload`;
    if (type === "session_meta") return this.#meta(payload);
    if (type === "turn_context") {
      this.#model = textOf(payload.model) ?? this.#model;
      this.log.learn({ model: this.#model });
      return;
    }
    if (this.#isMachine) return;
    const time = textOf(event.timestamp);
    if (type === "event_msg") return this.#event(payload, line, time);
    if (CALLS.has(payload.type)) this.#call(payload);
    if (OUTPUTS.has(payload.type)) this.#output(payload, line, time);
  }

  /** A resumed or forked session repeats it, or adds that of another one. The first is the file's own. */
  #meta(payload: JsonObject): undefined {
    if (this.#hasMeta) return;
    this.#hasMeta = true;
    this.#isMachine = isJsonObject(payload.source);
    this.#isDelegated = payload.thread_source === "subagent";
    this.log.learn({
      session: textOf(payload.id),
      folder: textOf(payload.cwd),
      version: textOf(payload.cli_version),
    });
  }

  #event(payload: JsonObject, line: number, time: string | undefined): string | undefined {
    switch (payload.type) {
      case "user_message":
        return this.#message(payload, line, time);
      case "agent_message": {
        const said = textOf(payload.message);
        if (said !== undefined) this.log.said(said);
        return;
      }
      case "item_completed": {
        const plan =
          fieldOf(payload, "item", "type") === "Plan" ? textOf(fieldOf(payload, "item", "text")) : undefined;
        if (plan !== undefined) this.log.said(plan);
        return;
      }
      case "turn_aborted":
        if (payload.reason === "interrupted") this.log.interrupt();
        return;
      case "patch_apply_end":
        return this.#patched(payload);
      default:
        return;
    }
  }

  #message(payload: JsonObject, line: number, time: string | undefined): string | undefined {
    if (typeof payload.message !== "string") return "user_message without message";
    const isFirst = this.#isDelegated;
    this.#isDelegated = false;
    const text = typed(payload.message);
    const hasImage = [payload.images, payload.local_images].some((images) => listOf(images).length > 0);
    if (isFirst || MACHINE.test(text) || (payload.kind ?? "plain") !== "plain") return;
    if (text === "" && !hasImage) return;
    this.log.turn({ id: idOf(line), line, source: "message", text, time, hasImage });
  }

  #call(payload: JsonObject): void {
    const id = textOf(payload.call_id) ?? textOf(payload.id);
    const tool = textOf(payload.name) ?? (textOf(payload.type) ?? "").replace(/_call$/u, "");
    const written = textOf(payload.arguments) ?? textOf(payload.input);
    if (id !== undefined && tool === "request_user_input") this.#questions.set(id, written ?? "");
    const command =
      commandOf(isJsonObject(payload.action) ? payload.action : parseJson(written ?? "")) ?? written;
    const files = command?.includes("*** Begin Patch") ? patchedFiles(command) : [];
    const acts =
      files.length === 0
        ? callActs(tool, command)
        : files.flatMap(({ path, edit }) => callActs(tool, path, [edit]));
    this.log.call(id, acts);
  }

  #output(payload: JsonObject, line: number, time: string | undefined): void {
    const id = textOf(payload.call_id);
    const output = outputText(payload.output);
    const question = id === undefined ? undefined : this.#questions.get(id);
    const turn = { id: idOf(line), line, time };
    if (question !== undefined) {
      const answers = Object.values(fieldOf(parseJson(output), "answers") ?? {}).flatMap((one) =>
        textsOf(fieldOf(one, "answers")),
      );
      // Codex answers with an option by itself when the time is up. Only other words are certain to be a person's.
      const isTyped = answers.some(
        (answer) =>
          !answer.endsWith("(Recommended)") && !question.includes(JSON.stringify(answer).slice(1, -1)),
      );
      if (isTyped) this.log.turn({ ...turn, source: "answer", text: answers.join("\n") });
    } else if (REFUSED.test(output)) {
      this.log.settle(id, "refused");
      this.log.turn({ ...turn, source: "refusal", text: "" });
    } else if (FAILURE.test(output)) this.log.settle(id, "failed");
  }

  /** Patches that a script applied have no call of their own. */
  #patched(payload: JsonObject): undefined {
    const id = textOf(payload.call_id);
    const hasFailed = payload.success === false;
    if (id !== undefined && this.log.knows(id)) {
      if (hasFailed) this.log.settle(id, "failed");
      return;
    }
    if (!isJsonObject(payload.changes)) return;
    const acts = Object.entries(payload.changes).flatMap(([path, change]) =>
      callActs("apply_patch", path, [editOf(path, change)]),
    );
    this.log.call(id, acts);
    if (hasFailed) this.log.settle(id, "failed");
  }
}

/** Labels count lines from 0, as Codex has no ids of its own. */
const idOf = (line: number): string => `L${line - 1}`;

/** Editors put the open files before what was typed. */
const typed = (message: string): string =>
  message
    .replace(
      /^# (?:Context from my IDE setup|Files mentioned by the user):[^]*?\n## My request for Codex:/u,
      "",
    )
    .trim();

function commandOf(input: unknown): string | undefined {
  const names = ["cmd", "command", "path", "file_path", "query", "url", "input"];
  return names.map((name) => commandLine(fieldOf(input, name))).find((one) => one !== undefined);
}

function commandLine(value: unknown): string | undefined {
  const words = textsOf(value);
  if (words.length === 0) return textOf(value);
  return /^(?:ba|z)?sh$/u.test(words[0]!) ? words.at(-1) : words.join(" ");
}

const outputText = (output: unknown): string => plainText(isJsonObject(output) ? output.content : output);

function editOf(path: string, change: unknown): AgentEdit | undefined {
  const content = fieldOf(change, "content");
  const diff = fieldOf(change, "unified_diff");
  if (typeof diff === "string") return { path, ...hunkSides(diff.split("\n")) };
  if (typeof content !== "string") return undefined;
  return fieldOf(change, "type") === "delete"
    ? { path, before: content, after: "" }
    : { path, after: content };
}

/** The lines of a hunk, or of several, before and after. */
function hunkSides(lines: readonly string[]): { readonly before: string; readonly after: string } {
  const side = (mark: string): string =>
    lines
      .filter((line) => line.startsWith(mark) || line.startsWith(" "))
      .map((line) => line.slice(1))
      .join("\n");
  return { before: side("-"), after: side("+") };
}

interface PatchedFile {
  readonly path: string;
  /** Absent for a deleted file. */
  readonly edit: AgentEdit | undefined;
}

/** The files that a patch of the form `*** Begin Patch` changes. */
export const patchedFiles = (patch: string): readonly PatchedFile[] =>
  parseAgentPatch(patch).map(({ path, kind, hunks }) => {
    const side = (name: "before" | "after"): string =>
      hunks
        .map((hunk) => hunk[name])
        .filter(Boolean)
        .join("\n");
    if (kind === "delete") return { path, edit: undefined };
    const after = side("after");
    return { path, edit: kind === "add" ? { path, after } : { path, before: side("before"), after } };
  });
