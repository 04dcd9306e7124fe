import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface DoctorOptions {
  readonly store?: string;
  readonly fix?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const HELP = `
Examples:
  emend doctor
  emend doctor --fix
  emend doctor --json | jq -r '.checks[] | select(.state != "ok") | .mend'

Tries everything that has to work for your agents to learn, and says for each part that does not what to run: it starts the
programs in your agents' settings, sends each hook a sample event, writes to the store and takes it back, verifies the
audit log, logs in to the server, and compares rule files with the rules in force. \`emend status\` only looks, and is quicker.

It records nothing. It never starts a program that is part of the repository, and does not use settings that wait for
\`emend trust\`, because anybody may have written those.

--fix runs \`emend init\`, \`emend inject\` and \`emend hook --deliver\` if they fix something. It shows each first and asks;
--yes answers yes. Everything else is left to you.

--json prints {checks: [{check, state, code, message, mend}], problems, warnings, fixed}; state is ok, warning or problem.

Exit codes: 0 no problems, 1 there is a problem (warnings are not problems).`;

export function addDoctor(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .description("try whether everything works, and say what to run if it does not")
    .option("--store <file>", "which store to try (default: .emend/emend.db)")
    .option("--fix", "run the commands that are certainly safe; asks before each")
    .option("-y, --yes", "with --fix: run them without asking")
    .option("--json", "print the answer as JSON")
    .addHelpText("after", HELP)
    .action(lazyAction(context, async () => (await import("./run-doctor.ts")).runDoctor));
}
