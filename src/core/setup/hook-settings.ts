import { CLAUDE_EVENTS, CURSOR_EVENTS } from "./hook-events.ts";
import type { JsonSections } from "./merge-json.ts";
import { isJsoncObject, type JsonValue } from "./read-jsonc.ts";
import { LOCAL_COMMAND, type SetupCommand, shellLine } from "./setup-command.ts";

/** The required content of `.claude/settings.json`. */
export function claudeHooks(command: SetupCommand): JsonSections {
  const hooks = [
    { type: "command", command: `${hookProgram(command, "$CLAUDE_PROJECT_DIR/")} hook claude-code` },
  ];
  return {
    hooks: Object.fromEntries(
      CLAUDE_EVENTS.map(({ event, matcher }) => [
        event,
        [matcher === undefined ? { hooks } : { matcher, hooks }],
      ]),
    ),
  };
}

/**
 * A hook runs at every step of an agent, and npx alone takes longer than everything else, so a local dependency is
 * called by its path. Cursor starts hooks in the project's folder; Claude Code has a variable for it.
 */
const hookProgram = (command: SetupCommand, folder: string): string =>
  command.join(" ") === LOCAL_COMMAND.join(" ") ? `"${folder}node_modules/.bin/emend"` : shellLine(command);

/** The required content of `.cursor/hooks.json`. */
export function cursorHooks(command: SetupCommand): JsonSections {
  const hook = { command: `${hookProgram(command, "")} hook cursor` };
  return { version: 1, hooks: Object.fromEntries(CURSOR_EVENTS.map(({ event }) => [event, [hook]])) };
}

/** The required content of `.mcp.json` and `.cursor/mcp.json`. */
export function mcpServers(command: SetupCommand): JsonSections {
  const [program, ...args] = [...command, "mcp"];
  return { mcpServers: { emend: { command: program, args } } };
}

/** Whether a list element runs one of these commands, or our hook in any spelling. */
export function runsOurHook(wanted: JsonSections): (element: JsonValue) => boolean {
  const ours = new Set(Object.values(wanted).flatMap(commandsIn));
  return (element) => commandsIn(element).some((command) => ours.has(command) || HOOK.test(command));
}

const HOOK =
  /(?:^|[\s/\\"'])(?:emend(?:@[\w.-]{1,40})?(?:\.cmd|\.exe|\.js)?|(?:dist|cli)[/\\]{1,2}bin\.[jt]s)["']? {1,9}hook(?:\s|$)/;

/** Hooks contain commands, groups contain hooks, sections contain groups. */
export function commandsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: JsonValue) => commandsIn(each));
  if (!isJsoncObject(value)) return [];
  const { command } = value;
  return typeof command === "string" ? [command] : Object.values(value).flatMap(commandsIn);
}
