import { AGENT_NAMES, CODING_AGENTS } from "../../core/setup/coding-agents.ts";
import { callsHook, runsOurHook } from "../../core/setup/hook-settings.ts";
import { isJsoncObject, type JsonValue, readJsonc, valueOf } from "../../core/setup/read-jsonc.ts";
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

/** Finds the agents that are connected to Emend, in the files that `emend init` writes. */
export async function findHooks(files: Pick<ProjectFiles, "read">): Promise<FoundHooks> {
  const hooks: string[] = [];
  const mcp: string[] = [];
  const starts: StartedEmend[] = [];
  const unreadable: { path: string; why: string }[] = [];
  for (const agent of AGENT_NAMES) {
    for (const { path, or = [] } of CODING_AGENTS[agent].files(["emend"])) {
      for (const name of [path, ...or]) {
        try {
          const { text } = (await files.read(name)) ?? {};
          if (text === undefined) continue;
          const found = connectionsIn(name, text);
          starts.push(...startedIn(agent, name, text));
          if (found === undefined) unreadable.push({ path: name, why: "it is not JSON" });
          if (found?.hooks === true && !hooks.includes(agent)) hooks.push(agent);
          if (found?.mcp === true && !mcp.includes(agent)) mcp.push(agent);
        } catch (error) {
          unreadable.push({ path: name, why: error instanceof Error ? error.message : String(error) });
        }
      }
    }
  }
  return { hooks, mcp, starts, unreadable };
}

interface Connections {
  readonly hooks: boolean;
  readonly mcp: boolean;
}

/** What a file connects to Emend; undefined if it is no valid JSON. */
function connectionsIn(path: string, text: string): Connections | undefined {
  if (!/\.jsonc?$/.test(path)) return { hooks: callsHook(text), mcp: /^\[mcp_servers\.emend\]/m.test(text) };
  const read = readJsonc(text);
  if (!read.ok) return undefined;
  const value = valueOf(read.value);
  return { hooks: runsOurHook({})(hooksIn(value)), mcp: SERVER_KEYS.some((key) => namesEmend(value, key)) };
}

const SERVER_KEYS = ["mcpServers", "servers", "mcp", "amp.mcpServers", "context_servers"];

const hooksIn = (value: JsonValue): JsonValue =>
  isJsoncObject(value) && isJsoncObject(value["hooks"]) ? Object.values(value["hooks"]) : [];

const namesEmend = (value: JsonValue, key: string): boolean =>
  isJsoncObject(value) && isJsoncObject(value[key]) && value[key]["emend"] !== undefined;
