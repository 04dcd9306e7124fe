import type { Command } from "commander";
import type { CliContext } from "./cli-context.ts";
import type { HookOptions } from "./hook-arguments.ts";

const EXAMPLES = `
Examples:
  emend hook claude-code < event.json
  emend hook --status

\`emend init\` sets it up. By hand, for Claude Code, in .claude/settings.json:
  {"hooks": {
    "SessionStart":       [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
    "UserPromptSubmit":   [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
    "PreToolUse":         [{"matcher": "Edit|Write|MultiEdit|NotebookEdit",
                            "hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
    "PostToolUse":        [{"matcher": "Bash",
                            "hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
    "PostToolUseFailure": [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}],
    "Stop":               [{"hooks": [{"type": "command", "command": "emend hook claude-code"}]}]}}

And for Cursor, in .cursor/hooks.json:
  {"version": 1, "hooks": {
    "sessionStart":       [{"command": "emend hook cursor"}],
    "beforeSubmitPrompt": [{"command": "emend hook cursor"}],
    "postToolUse":        [{"command": "emend hook cursor"}],
    "postToolUseFailure": [{"command": "emend hook cursor"}]}}

It never blocks the agent: it ends with 0 whatever happens, within a second (three when a session
begins), and allows or denies nothing. Its own faults are in .emend/hook.log. What it hears waits in
.emend/spool until it is recorded in the store, or on the server where server.url is set. A process
that answers faster is kept in the background for ten minutes after each event; --alone starts none.`;

export function addHook(program: Command, context: CliContext): void {
  program
    .command("hook")
    .description("hook of a coding agent: reads the event on standard input, answers fast")
    .argument("[program]", "whose hook it is: claude-code or cursor (default: the event tells)")
    .option("--agent <name>", "who works (default: the setting agent, else the program's name)")
    .option("--store <file>", "where everything is kept (default: .emend/emend.db)")
    .option("--alone", "answer in this process, and keep none in the background")
    .option("--deliver", "record now what was heard and waits")
    .option("--status", "tell what waits, and the last fault")
    .option("--json", "print --status and --deliver as JSON")
    .option("--attend", "answer hooks of this user until none came for ten minutes")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", EXAMPLES)
    .action(async (protocol: string | undefined, options: HookOptions) => {
      const given = { ...(protocol === undefined ? {} : { protocol }), options };
      if (options.deliver === true || options.status === true || options.attend === true) {
        const { runHookTask } = await import("./run-hook-task.ts");
        await runHookTask(given, context);
        return;
      }
      const { runHook } = await import("./run-hook.ts");
      await runHook(given, context.io);
    });
}
