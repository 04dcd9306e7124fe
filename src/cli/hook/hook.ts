import { defined } from "../../core/defined.ts";
import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { HookOptions } from "./hook-arguments.ts";
import { hookHelp } from "./hook-text.ts";

export function addHook(program: Command, context: CliContext): void {
  program
    .command("hook")
    .description("hook of a coding agent: reads the event on standard input, answers fast")
    .argument("[program]", "whose hook it is: claude-code or cursor (default: the event tells)")
    .option("--agent <name>", "who works (default: the setting agent, else the program's name)")
    .option("--store <file>", "where everything is kept (default: .emend/emend.db)")
    .option("--alone", "answer in this process, and keep none in the background")
    .option("--deliver", "record now what was heard and waits")
    .option("--status", "show what waits in all projects of this user, for whom, since when and why")
    .option("--take <folder>", "show what waits in another spool, and take it over for this project")
    .option("-y, --yes", "take it over without asking")
    .option("--json", "print --status and --deliver as JSON")
    .option("--attend", "answer hooks of this user until none came for ten minutes")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", hookHelp)
    .action(async (protocol: string | undefined, options: HookOptions) => {
      const given = { ...defined({ protocol }), options };
      if (
        options.deliver === true ||
        options.status === true ||
        options.attend === true ||
        options.take !== undefined
      ) {
        const { runHookTask } = await import("./run-hook-task.ts");
        await runHookTask(given, context);
        return;
      }
      const { runHook } = await import("./run-hook.ts");
      await runHook(given, context.io);
    });
}
