import { CLAUDE_EVENTS, CURSOR_EVENTS, type HookedEvent } from "../../core/setup/hook-events.ts";

/** The help of `emend hook`, with the same settings that `emend init` writes. */
export const hookHelp = (): string => `
Examples:
  emend hook claude-code < event.json
  emend hook --status

\`emend init\` sets it up. By hand, for Claude Code, in .claude/settings.json:
  {"hooks": {
${entries(CLAUDE_EVENTS, claudeEntry)}}}

And for Cursor, in .cursor/hooks.json:
  {"version": 1, "hooks": {
${entries(CURSOR_EVENTS, cursorEntry)}}}

\`emend init\` also knows the settings of Codex, Gemini CLI, OpenCode, Copilot, Windsurf and Cline.

It never breaks the agent: it exits with 0, within a second (three when a session starts). It denies
only an edit with a mistake that a blocking check finds (not in Cline, and in Windsurf with exit code 2).
It queues what it collects until that is recorded in the store, or on the server if server.url is set.
The queue and the log of errors are in $XDG_STATE_HOME/emend/projects (by default
~/.local/state/emend/projects), in one folder per project, never in the repository.

After each event a background process stays for ten minutes to answer faster; --alone starts none.
--deliver waits ten seconds if another process is delivering, then exits with 3. --take shows the
entries of another queue's folder and asks before it imports them: those that an earlier version left
in .emend/spool, or those of a project that you have moved.`;

const CLAUDE_HOOK = '"hooks": [{"type": "command", "command": "emend hook claude-code"}]';

const claudeEntry = ({ matcher }: HookedEvent): readonly string[] =>
  matcher === undefined ? [`[{${CLAUDE_HOOK}}]`] : [`[{"matcher": "${matcher}",`, `  ${CLAUDE_HOOK}}]`];

const cursorEntry = ({ matcher }: HookedEvent): readonly string[] =>
  matcher === undefined
    ? ['[{"command": "emend hook cursor"}]']
    : [`[{"matcher": "${matcher}",`, '  "command": "emend hook cursor"}]'];

/** One entry per line, with the values aligned. */
function entries(events: readonly HookedEvent[], entryOf: (event: HookedEvent) => readonly string[]): string {
  const width = Math.max(...events.map(({ event }) => event.length)) + 4;
  return events
    .map((each) => {
      const [first = "", ...rest] = entryOf(each);
      const named = `    ${`"${each.event}":`.padEnd(width)}${first}`;
      return [named, ...rest.map((line) => " ".repeat(width + 4) + line)].join("\n");
    })
    .join(",\n");
}
