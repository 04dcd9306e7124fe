import { commandsIn, runsOurHook } from "../../core/setup/hook-settings.ts";
import { isJsoncObject, type JsonValue, readJsonc, valueOf } from "../../core/setup/read-jsonc.ts";

/** A place in an agent's settings that starts Emend. */
export interface StartedEmend {
  readonly agent: string;
  readonly kind: "hooks" | "mcp";
  readonly path: string;
  /** The agent's event that a hook is for. */
  readonly event?: string;
  /** Of the tools that a hook is for. */
  readonly matcher?: string;
  /** A line for a shell, or separate arguments; empty for a server at an address. */
  readonly command: string | readonly string[];
}

/** Where agents keep their MCP servers. */
const SERVER_KEYS = ["mcpServers", "servers", "mcp", "amp.mcpServers", "context_servers"];

/** Everything in an agent's JSON settings that starts Emend. Other files have no commands that could be tried. */
export function startedIn(agent: string, path: string, text: string): readonly StartedEmend[] {
  const read = readJsonc(text);
  if (!read.ok) return [];
  const value = valueOf(read.value);
  return [
    ...startedByHooks(value).map((found) => ({ agent, kind: "hooks" as const, path, ...found })),
    ...SERVER_KEYS.flatMap((key) => startedByServer(sectionOf(value, key)["emend"])).map((command) => ({
      agent,
      kind: "mcp" as const,
      path,
      command,
    })),
  ];
}

const sectionOf = (value: JsonValue, name: string): Readonly<Record<string, JsonValue>> => {
  const section = isJsoncObject(value) ? value[name] : undefined;
  return section !== undefined && isJsoncObject(section) ? section : {};
};

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

function startedByHooks(value: JsonValue): readonly Pick<StartedEmend, "event" | "matcher" | "command">[] {
  const isOurs = runsOurHook({});
  return Object.entries(sectionOf(value, "hooks")).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) => {
      const matcher = isJsoncObject(group) ? group["matcher"] : undefined;
      return commandsIn(group)
        .filter((command) => isOurs({ command }))
        .map((command) => ({ event, command, ...(typeof matcher === "string" ? { matcher } : {}) }));
    }),
  );
}

/** `command` is the program, or a list with its arguments. */
function startedByServer(server: JsonValue | undefined): readonly (readonly string[])[] {
  if (server === undefined || !isJsoncObject(server)) return [];
  const { command, args } = server;
  const words = [...(typeof command === "string" ? [command] : listOf(command)), ...listOf(args)];
  return [words.filter((word) => typeof word === "string")];
}
