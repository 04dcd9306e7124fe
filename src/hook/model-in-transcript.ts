import { type AgentModel, preferModel, readAgentModel } from "../core/feedback/agent-model.ts";
import { fieldOf, textOf } from "../core/json/json.ts";
import { readHead, readTail } from "./hook-files.ts";

/** Enough for the last turn, and read in milliseconds. */
const MAX_TAIL = 128 * 1024;
const MAX_HEAD = 4 * 1024;
const MAX_LINES = 400;

/** Claude Code's name for messages that it wrote itself. */
const NO_MODEL = "<synthetic>";

/** The latest model and program version that an agent's transcript names. */
export function modelInTranscript(file: string): AgentModel {
  let found: AgentModel = {};
  const lines = (readTail(file, MAX_TAIL)?.text ?? "").split("\n").slice(-MAX_LINES);
  for (const line of lines.toReversed()) {
    if (!line.includes('"model"') && !line.includes('"version"')) continue;
    found = preferModel(found, modelInLine(line));
    if (found.model !== undefined && found.agent_version !== undefined) return found;
  }
  if (found.agent_version !== undefined) return found;
  // Codex names its version only in the first line, which may be long.
  const [, version] = /"cli_version":"([^"\\]{1,64})"/.exec(readHead(file, MAX_HEAD) ?? "") ?? [];
  return preferModel(found, readAgentModel({ agent_version: version }));
}

/** A line of Claude Code, Codex or Gemini CLI. */
function modelInLine(line: string): AgentModel {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return {};
  }
  const model =
    textOf(fieldOf(fieldOf(entry, "message"), "model")) ??
    textOf(fieldOf(fieldOf(entry, "payload"), "model")) ??
    textOf(fieldOf(entry, "model"));
  return readAgentModel({
    model: model === NO_MODEL ? undefined : model,
    agent_version: fieldOf(entry, "version"),
  });
}
