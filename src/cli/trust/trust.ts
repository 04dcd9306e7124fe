import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

export interface TrustOptions {
  readonly status?: boolean;
  readonly revoke?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  emend trust
  emend trust --yes
  emend trust --status
  emend trust --revoke

Settings in a repository's emend.yaml that name addresses, commands or files, hold secrets or weaken a check do not
count until you trust them. This command shows them, what changed since you last trusted the file, and which of your
secrets would be sent where. Then it asks; without a terminal it needs --yes.

Trust is yours alone and belongs to the content: when a trusted setting changes, or a file that it brings in, all of
them wait again. A file that you name with --config or EMEND_CONFIG needs no trust. Files that settings such as
server.token_file name must be inside the repository, trusted or not.

--status ends with exit code 1 if something waits. --json prints
{file, state, settings: [{key, value, source, change}], sends, files: [{path, change}]}`;

export function addTrust(program: Command, context: CliContext): void {
  program
    .command("trust")
    .description("let the settings of this repository count, after a look at them")
    .option("--status", "say whether something waits, and change nothing")
    .option("--revoke", "no longer trust the settings of this repository")
    .option("-y, --yes", "trust without asking")
    .option("--json", "print it as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: TrustOptions) => {
      const { runTrust } = await import("./run-trust.ts");
      await runTrust(options, context);
    });
}
