import { defined } from "../core/defined.ts";
import { fieldOf, type JsonObject, textOf } from "../core/json/json.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { linesThatDiffer } from "./edited-text.ts";
import { type FileEdit, readEdit } from "./file-edit.ts";
import { type HookEvent, transcriptOf } from "./hook-event.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["write_file", "replace"]);

export function readGeminiEvent(event: JsonObject): HookEvent {
  const text = (name: string): string | undefined => textOf(fieldOf(event, name));
  const name = text("hook_event_name") ?? "";
  const common = {
    protocol: "gemini",
    name,
    session: boundedId(text("session_id") ?? ""),
    folders: [text("cwd")].filter((folder) => folder !== undefined),
    runsOn: {},
    ...transcriptOf(event),
  } as const;
  const tool = text("tool_name") ?? "";
  const input = fieldOf(event, "tool_input");
  const path = EDITS.has(tool) ? textOf(fieldOf(input, "file_path")) : undefined;
  switch (name) {
    case "SessionStart":
      return { ...common, kind: "session_start" };
    case "BeforeAgent":
      return { ...common, kind: "prompt", prompt: withoutContext(text("prompt") ?? "") };
    case "BeforeTool":
      return path === undefined
        ? { ...common, kind: "other" }
        : { ...common, kind: "before_edit", path, ...defined({ edit: readEdit(input) }) };
    case "AfterTool": {
      const response = fieldOf(event, "tool_response");
      const { output, exitCode, isCancelled } = shellResult(response);
      if (isCancelled) return { ...common, kind: "other" };
      const command = tool === "run_shell_command" ? textOf(fieldOf(input, "command")) : undefined;
      return {
        ...common,
        kind: "after_tool",
        tool,
        output,
        failed: fieldOf(response, "error") !== undefined,
        ...defined({ command, exitCode }),
        ...(path === undefined ? {} : { path, ...defined({ edit: writtenEdit(input, response) }) }),
      };
    }
    case "AfterAgent":
      return { ...common, kind: "stop", again: fieldOf(event, "stop_hook_active") === true };
    default:
      return { ...common, kind: "other" };
  }
}

const OPENING = "<hook_context>";
const CLOSING = "</hook_context>";

/** Without a terminal, what hooks say when a session starts is put before the first prompt. Nobody typed that. */
function withoutContext(prompt: string): string {
  if (!prompt.startsWith(OPENING)) return prompt;
  const end = prompt.indexOf(CLOSING);
  return end < 0 ? prompt : prompt.slice(end + CLOSING.length).trimStart();
}

/** The file before and after is in the result. */
function writtenEdit(input: unknown, response: unknown): FileEdit | undefined {
  const edit = readEdit(input);
  const shown = fieldOf(response, "returnDisplay");
  const before = textOf(fieldOf(shown, "originalContent"));
  const after = textOf(fieldOf(shown, "newContent"));
  if (edit === undefined || after === undefined || !before) return edit;
  return { ...edit, changed: linesThatDiffer(before, after) };
}

interface ShellResult {
  readonly output: string;
  readonly exitCode?: number;
  readonly isCancelled: boolean;
}

/** What a shell command says about itself after its output. The exit code is there only if it is not 0. */
const TRAILER = /^(?:(Error|Exit Code|Signal)|Background PIDs|Process Group PGID): (.{0,300})$/;
const MAX_TRAILER = 5;
const PRINTED = "Output: ";

function shellResult(response: unknown): ShellResult {
  const { text } = toolOutput(fieldOf(response, "error"), fieldOf(response, "llmContent"));
  const shown = text.replace(/^<untrusted_context>\n/, "").replace(/\n<\/untrusted_context>$/, "");
  if (shown.startsWith("Command was cancelled by user")) return { output: shown, isCancelled: true };
  if (!shown.startsWith(PRINTED)) return { output: shown, isCancelled: false };
  const lines = shown.slice(PRINTED.length).split("\n");
  let exitCode: number | undefined = 0;
  for (let left = MAX_TRAILER; left > 0; left -= 1) {
    const [line, name, value] = TRAILER.exec(lines.at(-1) ?? "") ?? [];
    if (line === undefined) break;
    lines.pop();
    if (name === "Exit Code") exitCode = Number(value);
    else if (name !== undefined) exitCode = exitCode === 0 ? undefined : exitCode;
  }
  const output = lines.join("\n");
  return {
    output: output === "(empty)" ? "" : output,
    isCancelled: false,
    ...defined({ exitCode: Number.isSafeInteger(exitCode) ? exitCode : undefined }),
  };
}
