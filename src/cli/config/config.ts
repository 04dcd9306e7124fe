import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { toJson } from "../terminal/json-text.ts";

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

Settings come from emend.yaml, which is looked for from the present folder up to the root of its
repository or named with --config or EMEND_CONFIG; then from the environment; then from options. A later one
wins. Every problem is told with its key and place, and the exit code is then 2.

A comment says where a value that is not the default was set; --sources says it of every value. Secrets are masked.
What a repository's emend.yaml sets and what does not count until you run \`emend trust\` is listed at the end.
--json prints {file, config, untrusted: [{key, value, source}]}, and with --sources also {sources}.`;

export function addConfig(program: Command, context: CliContext): void {
  const config = program
    .command("config")
    .description("what is set, and where each value comes from")
    .option("--sources", "say of every value where it comes from")
    .option("--json", "print it as JSON")
    .option("--store <file>", "as other commands take it")
    .option("--redis <url>", "as other commands take it")
    .option("--stream <key>", "as other commands take it")
    .option("--own-stream <key>", "as other commands take it")
    .option("--ledger <folder>", "as other commands take it")
    .option("-p, --pack <name|file>", "as other commands take it (repeatable)", collect)
    .addHelpText("after", EXAMPLES)
    .action(async (options: ConfigOptions) => {
      const { runConfig } = await import("./run-config.ts");
      await runConfig(options, context);
    });
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

Editors with the YAML language server take it by a first line in emend.yaml:
  # yaml-language-server: $schema=./emend.schema.json`;
