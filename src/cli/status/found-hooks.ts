import { commandsIn, runsOurHook } from "../../core/setup/hook-settings.ts";
import { isJsoncObject, type JsonValue, readJsonc, valueOf } from "../../core/setup/read-jsonc.ts";
import { SETUP_PATHS } from "../../core/setup/setup-paths.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";

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

/** A place in an agent's settings that starts Emend. */
export interface StartedEmend {
  readonly agent: string;
  readonly kind: "hooks" | "mcp";
  readonly path: string;
  /** The agent's event that a hook is for. */
  readonly event?: string;
  /** Of the tools that a hook is for. */
  readonly matcher?: string;
  /** A line for a shell, or separate arguments. */
  readonly command: string | readonly string[];
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
      if (!read.ok) unreadable.push({ path, why: "it is not JSON" });
      else {
        const value = valueOf(read.value);
        const found = kind === "hooks" ? startedByHooks(value) : startedByMcp(value);
        if (found.length > 0) (kind === "hooks" ? hooks : mcp).push(agent);
        starts.push(...found.map((each) => ({ agent, kind, path, ...each })));
      }
    } catch (error) {
      unreadable.push({ path, why: error instanceof Error ? error.message : String(error) });
    }
  }
  return { hooks, mcp, starts, unreadable };
}

type Found = Pick<StartedEmend, "event" | "matcher" | "command">;

const sectionOf = (value: JsonValue, name: string): Readonly<Record<string, JsonValue>> => {
  const section = isJsoncObject(value) ? value[name] : undefined;
  return section !== undefined && isJsoncObject(section) ? section : {};
};

function startedByHooks(value: JsonValue): readonly Found[] {
  const isOurs = runsOurHook({});
  return Object.entries(sectionOf(value, "hooks")).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? (groups as readonly JsonValue[]) : [groups]).flatMap((group) => {
      const matcher = isJsoncObject(group) ? group["matcher"] : undefined;
      return commandsIn(group)
        .filter((command) => isOurs({ command }))
        .map((command) => ({ event, command, ...(typeof matcher === "string" ? { matcher } : {}) }));
    }),
  );
}

function startedByMcp(value: JsonValue): readonly Found[] {
  const server = sectionOf(value, "mcpServers")["emend"];
  if (server === undefined) return [];
  const { command, args } = isJsoncObject(server) ? server : {};
  const words = [command, ...(Array.isArray(args) ? (args as readonly JsonValue[]) : [])];
  return [{ command: words.filter((word) => typeof word === "string") }];
}
