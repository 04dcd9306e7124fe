import { CLAUDE_EVENTS, CURSOR_EVENTS } from "./hook-events.ts";
import type { JsonSections } from "./merge-json.ts";
import { isJsonObject, type JsonValue } from "./read-jsonc.ts";
import { LOCAL_COMMAND, type SetupCommand, shellLine } from "./setup-command.ts";

/** What `.claude/settings.json` has to hold. */
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
 * A hook runs at every step of an agent, and npx alone takes longer than all else together: what the repository depends on
 * is named by its place. Cursor starts hooks in the project's folder, Claude Code says where that is.
 */
const hookProgram = (command: SetupCommand, folder: string): string =>
  command.join(" ") === LOCAL_COMMAND.join(" ") ? `"${folder}node_modules/.bin/emend"` : shellLine(command);

/** What `.cursor/hooks.json` has to hold. */
export function cursorHooks(command: SetupCommand): JsonSections {
  const hook = { command: `${hookProgram(command, "")} hook cursor` };
  return { version: 1, hooks: Object.fromEntries(CURSOR_EVENTS.map(({ event }) => [event, [hook]])) };
}

/** What `.mcp.json` and `.cursor/mcp.json` have to hold. */
export function mcpServers(command: SetupCommand): JsonSections {
  const [program, ...args] = [...command, "mcp"];
  return { mcpServers: { emend: { command: program, args } } };
}

/** Whether an element of a list of hooks runs one of these commands, or our hook however it is spelled. */
export function runsOurHook(wanted: JsonSections): (element: JsonValue) => boolean {
  const ours = new Set(Object.values(wanted).flatMap(commandsIn));
  return (element) => commandsIn(element).some((command) => ours.has(command) || HOOK.test(command));
}

const HOOK =
  /(?:^|[\s/\\"'])(?:emend(?:@[\w.-]{1,40})?(?:\.cmd|\.exe|\.js)?|(?:dist|cli)[/\\]{1,2}bin\.[jt]s)["']? {1,9}hook(?:\s|$)/;

/** A hook names its command, a group its hooks, a section its groups. */
function commandsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: JsonValue) => commandsIn(each));
  if (!isJsonObject(value)) return [];
  const { command } = value;
  return typeof command === "string" ? [command] : Object.values(value).flatMap(commandsIn);
}
