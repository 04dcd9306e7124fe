import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

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

Settings in a repository's emend.yaml that name addresses, commands or files, hold secrets or weaken a check are
ignored until you trust them. This command shows them, what changed since you last trusted the file, and which of your
secrets would be sent where. Then it asks; without a terminal it needs --yes.

Trust applies to you alone and to this content: if a trusted setting or a file it includes changes, all of them are
ignored again. A file named with --config or EMEND_CONFIG needs no trust. Files named by settings such as
server.token_file must be inside the repository, trusted or not.

--status exits with 1 if something is not trusted yet. --json prints
{file, state, settings: [{key, value, source, change}], sends, files: [{path, change}]}`;

export function addTrust(program: Command, context: CliContext): void {
  program
    .command("trust")
    .description("review the settings of this repository and trust them")
    .option("--status", "show whether settings are waiting for trust, and change nothing")
    .option("--revoke", "no longer trust the settings of this repository")
    .option("-y, --yes", "trust without asking")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-trust.ts")).runTrust));
}
