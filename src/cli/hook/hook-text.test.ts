import { describe, expect, it } from "vitest";
import { CLAUDE_EVENTS, CURSOR_EVENTS } from "../../core/setup/hook-events.ts";
import { claudeHooks, cursorHooks } from "../../core/setup/hook-settings.ts";
import { readClaudeEvent } from "../../hook/read-claude-event.ts";
import { readCursorEvent } from "../../hook/read-cursor-event.ts";
import { hookHelp } from "./hook-text.ts";

/** The settings that the help shows, one for each agent. */
const shown = Array.from(
  hookHelp().matchAll(/^ {2}(\{"[^]*?\}\})$/gm),
  ([, text]) => JSON.parse(text!) as unknown,
);

describe("the help of `emend hook`", () => {
  it("shows what `emend init` writes", () => {
    expect(shown).toEqual([claudeHooks(["emend"]), cursorHooks(["emend"])]);
  });

  it("lines its entries up", () => {
    expect(hookHelp().split("\n").slice(5, 26).join("\n")).toMatchInlineSnapshot(`
      "\`emend init\` sets it up. By hand, for Claude Code, in .claude/settings.json:
        {"hooks": {
          "SessionStart":       [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "UserPromptSubmit":   [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "PreToolUse":         [{"matcher": "Edit|Write|MultiEdit|NotebookEdit",
                                  "hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "PostToolUse":        [{"matcher": "Bash|Edit|Write|MultiEdit",
                                  "hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "PostToolUseFailure": [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "SubagentStart":      [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "PreCompact":         [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
          "Stop":               [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}]}}

      And for Cursor, in .cursor/hooks.json:
        {"version": 1, "hooks": {
          "sessionStart":        [{"command": "emend hook cursor"}],
          "beforeSubmitPrompt":  [{"command": "emend hook cursor"}],
          "postToolUse":         [{"command": "emend hook cursor"}],
          "postToolUseFailure":  [{"command": "emend hook cursor"}],
          "afterShellExecution": [{"command": "emend hook cursor"}]}}
      "
    `);
  });

  const fields = { tool_name: "Write", tool_input: { file_path: "src/a.ts" }, prompt: "x" };
  it.each([
    ...CLAUDE_EVENTS.map(({ event }) => ({ event, read: readClaudeEvent })),
    ...CURSOR_EVENTS.map(({ event }) => ({ event, read: readCursorEvent })),
  ])("$event is an event that the hook knows", ({ event, read }) => {
    expect(read({ hook_event_name: event, ...fields }).kind).not.toBe("other");
  });
});
