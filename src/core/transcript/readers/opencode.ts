import { defined } from "../../defined.ts";
import { fieldOf, isJsonObject, listOf, textOf } from "../../json/json.ts";
import type { AgentAct, Conversation, TranscriptFormatReader } from "../transcript.ts";
import { TurnBuilder } from "../turn-builder.ts";
import { patchedFiles } from "./codex.ts";
import { callOf, fileName, jsonDocument, timeOf, type WholeDocument } from "./whole-document.ts";

/**
 * The document of `opencode export`: `{info, messages: [{info, parts}]}`. OpenCode stores messages and parts apart, so a
 * document with a list `parts` beside `messages` is read too, and so are older messages that have no `info`.
 */
export const openCode: TranscriptFormatReader = {
  format: "opencode",
  recognises(head) {
    if (!/^\uFEFF?\s*\{\s*"info"\s*:\s*\{/.test(head)) return false;
    // The id may have been replaced as a secret.
    return (
      /"id"\s*:\s*"ses_/.test(head) ||
      (/"directory"\s*:/.test(head) && /"(?:projectID|messages)"\s*:/.test(head))
    );
  },
  open(path) {
    return jsonDocument((value, document) => understand(value, document, path));
  },
};

function understand(value: unknown, document: WholeDocument, path: string): readonly Conversation[] {
  const info = fieldOf(value, "info");
  const messages = fieldOf(value, "messages");
  if (!isJsonObject(info) || !Array.isArray(messages)) {
    document.skip(1, "no OpenCode session: info or messages is missing");
    return [];
  }
  // The person of a subagent's session is the agent that started it.
  if (textOf(fieldOf(info, "parentID")) !== undefined) return [];
  const version = textOf(fieldOf(info, "version"));
  const builder = new TurnBuilder("opencode", textOf(fieldOf(info, "id")) ?? fileName(path));
  builder.learn({ folder: textOf(fieldOf(info, "directory")), version });
  const session = new Session(builder, document);
  const apart = partsByMessage(fieldOf(value, "parts"));
  for (const message of messages) session.message(message, apart);
  if (messages.length > 0 && !session.isUnderstood) {
    document.skip(1, `unknown version ${version ?? "?"} of an OpenCode session`);
    return [];
  }
  const reverted = textOf(fieldOf(info, "revert", "messageID"));
  if (reverted !== undefined) {
    builder.turn({ id: `undo-${reverted}`, line: document.lineOf(reverted), source: "undo", text: "/undo" });
  }
  return [builder.finish()];
}

function partsByMessage(parts: unknown): ReadonlyMap<unknown, readonly unknown[]> {
  return Map.groupBy(listOf(parts), (part) => fieldOf(part, "messageID"));
}

class Session {
  readonly #builder: TurnBuilder;
  readonly #document: WholeDocument;
  #isCompacted = false;
  #count = 0;
  isUnderstood = false;

  constructor(builder: TurnBuilder, document: WholeDocument) {
    this.#builder = builder;
    this.#document = document;
  }

  message(message: unknown, apart: ReadonlyMap<unknown, readonly unknown[]>): void {
    const info = fieldOf(message, "info") ?? message;
    const role = fieldOf(info, "role");
    const id = textOf(fieldOf(info, "id"));
    if ((role !== "user" && role !== "assistant") || id === undefined) {
      this.#document.skip(this.#document.lineOf(id ?? ""), "a message without role or id");
      return;
    }
    this.isUnderstood = true;
    const line = this.#document.lineOf(`"${id}"`);
    const inline = fieldOf(message, "parts");
    const parts = Array.isArray(inline) ? inline : (apart.get(id) ?? []);
    if (role === "user") this.#person(id, line, info, parts);
    else this.#agent(line, info, parts);
  }

  #person(id: string, line: number, info: unknown, parts: readonly unknown[]): void {
    const builder = this.#builder;
    if (parts.some((part) => fieldOf(part, "type") === "compaction")) this.#isCompacted = true;
    const text = parts.map(typedText).filter(Boolean).join("\n\n");
    const hasImage = parts.some(isImage);
    if (text === "" && !hasImage) return;
    if (/^\[redacted:text:[^\]]*\]$/.test(text)) {
      this.#document.skip(line, "the export is redacted");
      return;
    }
    this.#count += 1;
    // Tools that share transcripts replace secrets, and ids with them.
    const own = builder.find(id) === undefined ? id : `${id}-${this.#count}`;
    const last = builder.last();
    // When a request is too large, OpenCode compacts the session and writes the same message again.
    if (this.#isCompacted && last?.turn.text === text) builder.alias(last.at, own);
    else builder.turn({ id: own, line, source: "message", text, time: createdOf(info), hasImage });
    this.#isCompacted = false;
  }

  #agent(line: number, info: unknown, parts: readonly unknown[]): void {
    const metadata = fieldOf(info, "metadata", "assistant");
    this.#builder.learn({
      model: textOf(fieldOf(info, "modelID")) ?? textOf(fieldOf(metadata, "modelID")),
      folder: textOf(fieldOf(info, "path", "cwd")) ?? textOf(fieldOf(metadata, "path", "cwd")),
    });
    const isSummary = fieldOf(info, "summary") === true;
    for (const part of parts) {
      const text = textOf(fieldOf(part, "text"));
      switch (fieldOf(part, "type")) {
        case "text":
          if (text !== undefined && !isSummary) this.#builder.act({ kind: "said", text: text.trim() });
          break;
        case "tool":
          this.#tool(part, line);
          break;
        case "tool-invocation":
          this.#builder.act(
            callOf(
              textOf(fieldOf(part, "toolInvocation", "toolName")) ?? "unknown",
              fieldOf(part, "toolInvocation", "args"),
              fieldOf(part, "toolInvocation", "state") === "result" ? "done" : "failed",
            ),
          );
          break;
        default:
      }
    }
    const error = fieldOf(info, "error", "name") ?? fieldOf(info, "metadata", "error", "name");
    if (error === "MessageAbortedError") this.#builder.interrupt();
  }

  #tool(part: unknown, line: number): void {
    const builder = this.#builder;
    const state = fieldOf(part, "state");
    const tool = textOf(fieldOf(part, "tool")) ?? "unknown";
    const id = textOf(fieldOf(part, "callID")) ?? textOf(fieldOf(part, "id")) ?? `L${line}`;
    const time = timeOf(fieldOf(state, "time", "end"));
    const isDone = fieldOf(state, "status") === "completed";
    const error = textOf(fieldOf(state, "error")) ?? "";
    const refusal = isDone ? undefined : refusalOf(error);
    const result = isDone ? "done" : refusal === undefined ? "failed" : "refused";
    for (const act of actsOf(tool, fieldOf(state, "input"), result)) builder.act(act);
    if (fieldOf(state, "metadata", "interrupted") === true) builder.interrupt();
    const last = builder.last();
    if (refusal !== undefined) {
      // One refusal ends all calls that wait for permission.
      const isSame = refusal === "" && last?.turn.source === "refusal" && last.turn.line === line;
      if (isSame) builder.alias(last.at, id);
      else builder.turn({ id, line, source: "refusal", text: refusal, time });
    }
    const answers = tool === "question" && isDone ? answersOf(fieldOf(state, "metadata", "answers")) : "";
    if (answers !== "") builder.turn({ id, line, source: "answer", text: answers, time });
  }
}

const createdOf = (info: unknown): string | undefined =>
  timeOf(fieldOf(info, "time", "created") ?? fieldOf(info, "metadata", "time", "created"));

function typedText(part: unknown): string {
  if (fieldOf(part, "type") !== "text") return "";
  if (fieldOf(part, "synthetic") === true || fieldOf(part, "ignored") === true) return "";
  return textOf(fieldOf(part, "text"))?.trim() ?? "";
}

function isImage(part: unknown): boolean {
  const kind = fieldOf(part, "mime") ?? fieldOf(part, "mediaType");
  return fieldOf(part, "type") === "file" && typeof kind === "string" && kind.startsWith("image/");
}

/** The words of a refusal, empty if there are none. Undefined if nobody refused: a rule that denies is not a person. */
function refusalOf(error: string): string | undefined {
  if (/^(?:Error: )?The user dismissed this question/.test(error)) return "";
  const refused = /^(?:\w*Error: )?The user rejected permission to use this/.exec(error);
  if (refused === null) return undefined;
  return /with the following feedback:\s*(\S[\s\S]*)?$/.exec(error)?.[1]?.trim() ?? "";
}

function answersOf(answers: unknown): string {
  return listOf(answers)
    .map((answer) =>
      listOf(answer)
        .filter((one) => textOf(one) !== undefined)
        .join(", "),
    )
    .filter(Boolean)
    .join("\n");
}

function actsOf(tool: string, input: unknown, result: "done" | "failed" | "refused"): readonly AgentAct[] {
  const patch = textOf(fieldOf(input, "patchText"));
  if (patch !== undefined) return patchActs(tool, patch, result);
  const edits = listOf(fieldOf(input, "edits")).filter(isJsonObject);
  if (edits.length === 0) return [callOf(tool, input, result)];
  const filePath = fieldOf(input, "filePath");
  return edits.map((edit) => callOf(tool, { filePath, ...edit }, result));
}

/** One act for each file of a patch. */
function patchActs(tool: string, patch: string, result: "done" | "failed" | "refused"): readonly AgentAct[] {
  const files = patchedFiles(patch);
  if (files.length === 0) return [{ kind: "call", tool, result }];
  return files.map(({ path, edit }) => ({ kind: "call", tool, target: path, result, ...defined({ edit }) }));
}
