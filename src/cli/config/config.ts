import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { collect } from "../options/collect.ts";
import { toJson } from "../terminal/safe-text.ts";

export interface ConfigOptions {
  readonly json?: boolean;
  readonly sources?: boolean;
  readonly store?: string;
  readonly redis?: string;
  readonly stream?: string;
  readonly ownStream?: string;
  readonly ledger?: string;
  readonly pack?: readonly string[];
}

const EXAMPLES = `
Examples:
  emend config
  emend config --sources
  EMEND_RULES_APPROVERS=3 emend config --json --sources
  emend config schema > emend.schema.json

Settings come from emend.yaml, then from the environment, then from options; the last one wins. emend.yaml is searched
for from the current folder up to the root of the repository, unless --config or EMEND_CONFIG names a file. Every
problem is reported with its key and location, and the exit code is then 2.

A comment shows where a value was set if it is not the default; --sources shows it for every value. Secrets are masked.
Settings that are ignored until you run \`emend trust\` are listed at the end.
--json prints {file, config, untrusted: [{key, value, source}]}, and with --sources also {sources}.`;

export function addConfig(program: Command, context: CliContext): void {
  const config = program
    .command("config")
    .description("show the settings, and where each value comes from")
    .option("--sources", "show where every value comes from")
    .option("--json", "print JSON")
    .option("--store <file>", "as in other commands")
    .option("--redis <url>", "as in other commands")
    .option("--stream <key>", "as in other commands")
    .option("--own-stream <key>", "as in other commands")
    .option("--ledger <folder>", "as in other commands")
    .option("-p, --pack <name|file>", "as in other commands (repeatable)", collect)
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-config.ts")).runConfig));
  config
    .command("schema")
    .description("print the JSON Schema of emend.yaml, for editors")
    .addHelpText("after", SCHEMA_EXAMPLE)
    .action(async () => {
      const { configJsonSchema } = await import("../../config/config-schema.ts");
      context.io.stdout.write(toJson(configJsonSchema()));
    });
}

const SCHEMA_EXAMPLE = `
Example:
  emend config schema > emend.schema.json

For editors with the YAML language server, make this the first line of emend.yaml:
  # yaml-language-server: $schema=./emend.schema.json`;
