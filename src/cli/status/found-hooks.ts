import { runsOurHook } from "../../core/setup/hook-settings.ts";
import { isJsoncObject, type JsonValue, readJsonc, valueOf } from "../../core/setup/read-jsonc.ts";
import { SETUP_PATHS } from "../../core/setup/setup-paths.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { type StartedEmend, startedIn } from "./started-emend.ts";

export interface FoundHooks {
  /** Agents whose hooks call Emend. */
  readonly hooks: readonly string[];
  /** Agents whose MCP settings include Emend. */
  readonly mcp: readonly string[];
  /** What these settings start. */
  readonly starts: readonly StartedEmend[];
  /** Agent settings that cannot be read. */
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
}

const FILES = [
  { agent: "claude-code", kind: "hooks", path: SETUP_PATHS.claudeHooks },
  { agent: "claude-code", kind: "mcp", path: SETUP_PATHS.claudeMcp },
  { agent: "cursor", kind: "hooks", path: SETUP_PATHS.cursorHooks },
  { agent: "cursor", kind: "mcp", path: SETUP_PATHS.cursorMcp },
] as const;

/** Finds the agents that are connected to Emend, in the files that `emend init` writes. */
export async function findHooks(files: Pick<ProjectFiles, "read">): Promise<FoundHooks> {
  const hooks: string[] = [];
  const mcp: string[] = [];
  const starts: StartedEmend[] = [];
  const unreadable: { path: string; why: string }[] = [];
  for (const { agent, kind, path } of FILES) {
    try {
      const file = await files.read(path);
      if (file === undefined) continue;
      const read = readJsonc(file.text);
      starts.push(...startedIn(agent, path, file.text));
      if (!read.ok) unreadable.push({ path, why: "it is not JSON" });
      else if (kind === "hooks" && runsOurHook({})(hooksIn(valueOf(read.value)))) hooks.push(agent);
      else if (kind === "mcp" && namesEmend(valueOf(read.value))) mcp.push(agent);
    } catch (error) {
      unreadable.push({ path, why: error instanceof Error ? error.message : String(error) });
    }
  }
  return { hooks, mcp, starts, unreadable };
}

const hooksIn = (value: JsonValue): JsonValue =>
  isJsoncObject(value) && isJsoncObject(value["hooks"]) ? Object.values(value["hooks"]) : [];

const namesEmend = (value: JsonValue): boolean =>
  isJsoncObject(value) && isJsoncObject(value["mcpServers"]) && value["mcpServers"]["emend"] !== undefined;
