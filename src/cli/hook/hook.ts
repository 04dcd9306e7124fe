import { defined } from "../../core/defined.ts";
import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { HookOptions } from "./hook-arguments.ts";
import { hookHelp } from "./hook-text.ts";

export function addHook(program: Command, context: CliContext): void {
  program
    .command("hook")
    .description("the hook for coding agents: reads an event from standard input and answers quickly")
    .argument(
      "[program]",
      "claude-code, codex, cursor, gemini or opencode (default: claude-code or cursor, whichever sent the event)",
    )
    .option("--agent <name>", "the agent's name (default: the setting agent, or the program's name)")
    .option("--store <file>", "the store (default: .emend/emend.db)")
    .option("--alone", "answer in this process and start none in the background")
    .option("--deliver", "record the queued entries now")
    .option("--status", "show the queued entries of all your projects: destination, age and reason")
    .option("--take <folder>", "show the entries of another queue, and import them into this project")
    .option("-y, --yes", "import them without asking")
    .option("--json", "print the result of --status or --deliver as JSON")
    .option("--attend", "answer your hooks until none has come for ten minutes")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", hookHelp)
    .action(async (protocol: string | undefined, options: HookOptions) => {
      const hook = { ...defined({ protocol }), options };
      if (
        options.deliver === true ||
        options.status === true ||
        options.attend === true ||
        options.take !== undefined
      ) {
        const { runHookTask } = await import("./run-hook-task.ts");
        await runHookTask(hook, context);
        return;
      }
      const { runHook } = await import("./run-hook.ts");
      await runHook(hook, context.io);
    });
}
