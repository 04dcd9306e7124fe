import { defined } from "../../defined.ts";
import { fieldOf, textOf, parseJson } from "../../json/json.ts";
import {
  type AgentAct,
  type AgentEdit,
  type Conversation,
  MAX_TARGET,
  type TranscriptReader,
} from "../transcript.ts";
import { LineCounter } from "../turn-builder.ts";

/** In UTF-16 code units. */
const MAX_DOCUMENT = 64 * 1024 * 1024;

/** A file that can only be understood as a whole. */
export interface WholeDocument {
  readonly text: string;
  /**
   * The line of the first place after the previous find. It is 1 for a document without line breaks, and the previous
   * line if the text is not found.
   */
  lineOf(text: string): number;
  skip(line: number, why: string): void;
}

/** Collects all lines and gives them to `understand` at the end of the file. */
export function wholeDocument(
  understand: (document: WholeDocument) => readonly Conversation[],
  limit = MAX_DOCUMENT,
): TranscriptReader {
  const counter = new LineCounter();
  let lines: string[] = [];
  let size = 0;
  return {
    read(line) {
      counter.count();
      size += line.length + 1;
      if (size <= limit) lines.push(line);
      else lines = [];
    },
    finish() {
      if (size > limit) {
        counter.skip(1, `the document is larger than ${Math.round(limit / 1024 / 1024)} MiB`);
        return counter.finish([]);
      }
      const text = lines.join("\n").replace(/^\uFEFF/, "");
      const skip = (line: number, why: string): void => counter.skip(line, why);
      return counter.finish(understand({ text, lineOf: lineFinder(text), skip }));
    },
  };
}

/** As `wholeDocument`, for a file that is one JSON value. */
export function jsonDocument(
  understand: (value: unknown, document: WholeDocument) => readonly Conversation[],
): TranscriptReader {
  return wholeDocument((document) => {
    const value = parseJson(document.text);
    if (value !== undefined) return understand(value, document);
    document.skip(1, "not JSON");
    return [];
  });
}

const MAX_MISSES = 100;

function lineFinder(text: string): (part: string) => number {
  let at = 0;
  let line = 1;
  let misses = 0;
  return (part) => {
    // A search without success reads the whole document, so only a few of them are allowed.
    const found = part === "" || misses > MAX_MISSES ? -1 : text.indexOf(part, at);
    if (found === -1) {
      misses += 1;
      return line;
    }
    for (let end = text.indexOf("\n", at); end !== -1 && end < found; end = text.indexOf("\n", end + 1))
      line += 1;
    at = found;
    return line;
  };
}

/** ISO 8601 in UTC of milliseconds since 1970 or of a date as text. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== "number" && textOf(value) === undefined) return undefined;
  const time = new Date(value as number | string);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The last part of a path without its ending. */
export function fileName(path: string): string {
  const name = path.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  return name.replace(/(?<=.)\.[a-z]+$/i, "");
}

const PATHS = ["filePath", "file_path", "target_file", "relativeWorkspacePath", "absolute_path", "path"];
const TARGETS = [
  ...PATHS,
  "command",
  "cmd",
  "pattern",
  "query",
  "regex",
  "url",
  "dir_path",
  "prompt",
  "description",
];
const BEFORE = ["oldString", "old_string", "old_str"];
const AFTER = ["newString", "new_string", "new_str"];
const WHOLE = ["content", "contents", "file_text"];

const firstText = (input: unknown, names: readonly string[]): string | undefined =>
  names.map((name) => textOf(fieldOf(input, name))).find((text) => text !== undefined);

/** A tool call whose input has the names that most agents use for paths, commands and edits. */
export function callOf(
  tool: string,
  input: unknown,
  result: "done" | "failed" | "refused",
): AgentAct & { kind: "call" } {
  const path = firstText(input, PATHS);
  return {
    kind: "call",
    tool,
    result,
    ...defined({
      target: firstText(input, TARGETS),
      edit: path === undefined ? undefined : editOf(path, input),
    }),
  };
}

function editOf(path: string, input: unknown): AgentEdit | undefined {
  const raw = AFTER.map((name) => fieldOf(input, name)).find((value) => typeof value === "string");
  // An empty new text is a deletion, so it must not be treated as absent.
  const after = typeof raw === "string" ? raw : firstText(input, WHOLE);
  if (after === undefined) return undefined;
  return { path, after, ...defined({ before: firstText(input, BEFORE) }) };
}

/**
 * The blocks `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE` of a text. Without a path, the latest line of prose before a
 * block names the file.
 */
export function searchAndReplace(text: string, path?: string): readonly AgentEdit[] {
  const edits: AgentEdit[] = [];
  let named = "";
  let side: "none" | "before" | "after" = "none";
  let before: string[] = [];
  let after: string[] = [];
  for (const line of text.split("\n")) {
    if (/^[-<]{5,9} SEARCH>?\s*$/.test(line)) [side, before, after] = ["before", [], []];
    else if (side === "before" && /^={5,9}\s*$/.test(line)) side = "after";
    else if (side === "after" && /^[+>]{5,9} REPLACE\s*$/.test(line)) {
      const old = before.join("\n");
      edits.push({ path: path ?? named, ...(old === "" ? {} : { before: old }), after: after.join("\n") });
      side = "none";
    } else if (side === "after") after.push(line);
    else if (side === "before") {
      // Roo writes the place of the block and a ruler above it.
      if (!/^(?::(?:start|end)_line:.*|-{7})$/.test(line)) before.push(line);
    } else if (line.trim() !== "" && !/^\s*(?:`{3,}|~{3,}|<\/?source>)/.test(line)) {
      named = line
        .slice(0, MAX_TARGET)
        .trim()
        .replace(/^[`*#\s]+|[`*:\s]+$/g, "");
    }
  }
  return edits;
}
