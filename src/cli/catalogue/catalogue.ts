import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { collect } from "../options/collect.ts";
import { toJson } from "../terminal/safe-text.ts";

export interface CatalogueFormOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export interface CatalogueSearchOptions extends CatalogueFormOptions {
  readonly limit: string;
}

export interface CatalogueListOptions extends CatalogueFormOptions {
  readonly own?: boolean;
}

export interface CatalogueAddOptions {
  readonly id?: string;
  readonly rule?: string;
  readonly wording?: readonly string[];
  readonly comment?: readonly string[];
  readonly fix?: string;
  readonly opposite?: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

const SEARCH_EXAMPLES = `
Examples:
  emend catalogue search "the failure is hidden here"
  emend catalogue search unused --limit 3
  emend catalogue search --jsonl < comments.jsonl

Finds the entries closest in meaning, using the local model, and those whose id starts with the text. The score
ranges from 0 to 1; entries from about 0.7 up usually match.
--json prints {items: [{id, near, by, origin, rule}], next: null}, --jsonl one item per line. Without a search text,
--jsonl reads {id, text} lines and answers each with {id, entries}.`;

const SHOW_EXAMPLES = `
Examples:
  emend catalogue show swallowed-exception
  emend catalogue show swallowed-exception --jsonl`;

const LIST_EXAMPLES = `
Examples:
  emend catalogue list
  emend catalogue list --own --jsonl

Invalid entries of your own are reported on standard error and skipped; all others are used.`;

const ADD_EXAMPLES = `
Examples:
  emend catalogue add entries.jsonl
  emend catalogue add --id no-raw-colours --rule "Take colours from the palette." --comment "why #ff0000 and not accent?"
  emend catalogue show unused-import --jsonl | emend catalogue add --replace -

Your own entries are stored in emend.catalogue.jsonl (catalogue.file), which you should commit. An entry needs id,
rule and at least one comment: what reviewers say when they see the mistake. More and more varied comments work
better. An entry with the id of a built-in one replaces it. Invalid entries are reported by line and field, the
others are added, and the exit code is 1. Adding the same entry again changes nothing.
--json prints {added, replaced, unchanged, refused, warnings}.`;

const REMOVE_EXAMPLES = `
Example:
  emend catalogue remove no-raw-colours`;

const SCHEMA_EXAMPLES = `
Example:
  emend catalogue schema > catalogue-entry.schema.json`;

export function addCatalogue(program: Command, context: CliContext): void {
  const catalogue = program
    .command("catalogue")
    .description("known mistakes and the rules against them: search, show, add your own");
  const withForm = (command: Command, what: string): Command =>
    command
      .option("--json", `print ${what} as JSON`)
      .addOption(new Option("--jsonl", "print one JSON object per line").conflicts("json"));
  withForm(catalogue.command("search"), "the entries")
    .description("find the entries closest in meaning")
    .argument("[words...]", "what to look for, or the start of an id")
    .option("-n, --limit <count>", "how many to show, up to 50", "5")
    .addHelpText("after", SEARCH_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-catalogue.ts")).runCatalogueSearch));
  withForm(catalogue.command("show"), "the entry")
    .description("show one entry: its rule, what reviewers say, the fix, the opposite")
    .argument("<id>", "an entry's id or a prefix of it")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-catalogue.ts")).runCatalogueShow));
  withForm(catalogue.command("list"), "the entries")
    .description("list every entry with its rule")
    .option("--own", "only those of this project")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-catalogue.ts")).runCatalogueList));
  catalogue
    .command("add")
    .description("add entries of your own")
    .argument("[file]", "entries as JSON or JSONL; - or nothing for standard input")
    .option("--id <id>", "the id of an entry given by options")
    .option("--rule <text>", "what to do, as an instruction")
    .option("--wording <text>", "another wording of the rule (repeatable)", collect)
    .option("--comment <text>", "what a reviewer says about a case of it (repeatable)", collect)
    .option("--fix <text>", "how to fix it")
    .option("--opposite <text>", "the reverse rule, which conflicts with it")
    .option("--replace", "replace the entry that has the same id")
    .option("--json", "print what was done as JSON")
    .addHelpText("after", ADD_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-catalogue.ts")).runCatalogueAdd));
  catalogue
    .command("remove")
    .description("remove one of your own entries")
    .argument("<id>", "its id")
    .addHelpText("after", REMOVE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-catalogue.ts")).runCatalogueRemove));
  catalogue
    .command("schema")
    .description("print the JSON Schema of an entry")
    .addHelpText("after", SCHEMA_EXAMPLES)
    .action(async () => {
      const { entryJsonSchema } = await import("../../core/catalogue/entry-schema.ts");
      context.io.stdout.write(toJson(entryJsonSchema()));
    });
}
