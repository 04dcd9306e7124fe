import { defined } from "../defined.ts";
import {
  CLAUDE_EVENTS,
  CODEX_EVENTS,
  COPILOT_EVENTS,
  CURSOR_EVENTS,
  GEMINI_EVENTS,
  type HookedEvent,
  WINDSURF_EVENTS,
} from "./hook-events.ts";
import type { JsonSections } from "./merge-json.ts";
import { isJsoncObject, type JsonValue, memberOf, readJsonc, valueOf } from "./read-jsonc.ts";
import { LOCAL_COMMAND, type SetupCommand, shellLine } from "./setup-command.ts";

/** The required content of `.claude/settings.json`. */
export const claudeHooks = (command: SetupCommand): JsonSections => ({
  hooks: hookGroups(CLAUDE_EVENTS, `${hookProgram(command, "$CLAUDE_PROJECT_DIR/")} hook claude-code`),
});

/** The required content of `.codex/hooks.json`. Codex starts hooks in the session's folder. */
export const codexHooks = (command: SetupCommand): JsonSections => ({
  hooks: hookGroups(CODEX_EVENTS, `${hookProgram(command, "$(git rev-parse --show-toplevel)/")} hook codex`),
});

/**
 * The required content of `.gemini/settings.json`. By default Gemini CLI reads GEMINI.md only, so without one AGENTS.md is
 * added to the files that it reads.
 */
export function geminiSections(command: SetupCommand, text: string | null): JsonSections {
  return {
    ...geminiFiles(text),
    hooks: hookGroups(GEMINI_EVENTS, `${hookProgram(command, "$GEMINI_PROJECT_DIR/")} hook gemini`),
    ...mcpServers(command),
  };
}

/** Naming files replaces the default, GEMINI.md; a single name stays as it is. */
function geminiFiles(text: string | null): JsonSections {
  const read = readJsonc(text ?? "{}");
  const context =
    read.ok && read.value.kind === "object" ? memberOf(read.value, "context")?.value : undefined;
  const named = context?.kind === "object" ? memberOf(context, "fileName")?.value : undefined;
  if (named === undefined) return { context: { fileName: ["AGENTS.md", "GEMINI.md"] } };
  return Array.isArray(valueOf(named)) ? { context: { fileName: ["AGENTS.md"] } } : {};
}

/** The groups of hooks in the form of Claude Code, which other agents share. */
const hookGroups = (events: readonly HookedEvent[], line: string): Readonly<Record<string, JsonValue>> => {
  const hooks = [{ type: "command", command: line }];
  return Object.fromEntries(
    events.map(({ event, matcher }) => [event, [matcher === undefined ? { hooks } : { matcher, hooks }]]),
  );
};

/** The content of `.github/hooks/emend.json`, for Copilot in VS Code (`command`) and in the terminal (`bash`, `powershell`). */
export function copilotHooks(command: SetupCommand): JsonSections {
  const line = `${hookProgram(command, "")} hook copilot`;
  const hook = { type: "command", command: line, bash: line, powershell: line };
  return { version: 1, hooks: Object.fromEntries(COPILOT_EVENTS.map(({ event }) => [event, [hook]])) };
}

/** The required content of `.windsurf/hooks.json`. */
export function windsurfHooks(command: SetupCommand): JsonSections {
  const hook = { command: `${hookProgram(command, "")} hook windsurf`, show_output: false };
  return { hooks: Object.fromEntries(WINDSURF_EVENTS.map(({ event }) => [event, [hook]])) };
}

/**
 * A hook runs at every step of an agent, and npx alone takes longer than everything else, so a local dependency is
 * called by its path. Some agents start hooks in the project's folder, others have a variable for it.
 */
export const hookProgram = (command: SetupCommand, folder: string): string =>
  command.join(" ") === LOCAL_COMMAND.join(" ") ? `"${folder}node_modules/.bin/emend"` : shellLine(command);

/** The required content of `.cursor/hooks.json`. */
export function cursorHooks(command: SetupCommand): JsonSections {
  const hook = { command: `${hookProgram(command, "")} hook cursor` };
  return {
    version: 1,
    hooks: Object.fromEntries(
      CURSOR_EVENTS.map(({ event, matcher }) => [event, [{ ...hook, ...defined({ matcher }) }]]),
    ),
  };
}

/** The required content of `.mcp.json` and `.cursor/mcp.json`. */
export function mcpServers(command: SetupCommand): JsonSections {
  const [program, ...args] = [...command, "mcp"];
  return { mcpServers: { emend: { command: program, args } } };
}

/** Whether a list has what is wanted of it: our hook, or the text itself. */
export function isWanted(wanted: JsonSections): (element: JsonValue) => boolean {
  const isOurs = runsOurHook(wanted);
  const names = new Set(Object.values(wanted).flatMap(textsInLists));
  return (element) => isOurs(element) || (typeof element === "string" && names.has(element));
}

/** The texts in the lists of a section. */
const textsInLists = (section: JsonValue): readonly string[] =>
  isJsoncObject(section)
    ? Object.values(section).flatMap((value) =>
        Array.isArray(value) ? value.filter((each: JsonValue) => typeof each === "string") : [],
      )
    : [];

/** Whether a list element runs one of these commands, or our hook in any spelling. */
export function runsOurHook(wanted: JsonSections): (element: JsonValue) => boolean {
  const ours = new Set(Object.values(wanted).flatMap(commandsIn));
  return (element) => commandsIn(element).some((command) => ours.has(command) || HOOK.test(command));
}

/** Whether a script calls our hook. */
export const callsHook = (text: string): boolean => HOOK.test(text);

const HOOK =
  /(?:^|[\s/\\"'])(?:emend(?:@[\w.-]{1,40})?(?:\.cmd|\.exe|\.js)?|(?:dist|cli)[/\\]{1,2}bin\.[jt]s)["']? {1,9}hook(?:\s|$)/;

/** Hooks contain commands, groups contain hooks, sections contain groups. */
export function commandsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: JsonValue) => commandsIn(each));
  if (!isJsoncObject(value)) return [];
  const { command, bash } = value;
  const own = typeof command === "string" ? command : bash;
  return typeof own === "string" ? [own] : Object.values(value).flatMap(commandsIn);
}
