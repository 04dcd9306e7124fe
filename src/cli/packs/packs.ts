import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";

interface ChangeOptions extends StoreOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly as?: string;
}

export interface PacksAddOptions extends ChangeOptions {
  readonly rule?: readonly string[];
  readonly agent?: readonly string[];
}

export type PacksUpdateOptions = ChangeOptions;

export interface PacksVerifyOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface PacksRemoveOptions extends StoreOptions {
  readonly retire?: boolean;
  readonly yes?: boolean;
  readonly as?: string;
}

export interface PacksCreateOptions extends StoreOptions {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly description?: string;
  readonly rule?: readonly string[];
  readonly agent?: string;
  readonly path?: string;
  readonly quotes?: boolean;
}

const ADD_EXAMPLES = `
Examples:
  emend packs add npm:@acme/rules@^1
  emend packs add github:acme/rules#v1.2
  emend packs add "git+https://git.example/acme/all.git#v1.2:packs/python"
  emend packs add ../acme-rules --dry-run

A pack is an emend.pack.json in a folder, a tarball of npm, a git repository (#tag, and :folder for one in it) or an
npm package. It is downloaded with your own git or npm; nothing of it is installed or run.
Each rule becomes a proposal by you, so other people have to approve it as usual. Its evidence is the pack's claim:
Emend cannot verify it. Rules that repeat one of yours are not proposed; conflicts are shown. Checks are drafted if
they pass on what is known here. To prove a rule here: \`emend rules approve <id> --trial\`, or, if its mistake has
not happened here yet, \`emend trials start <id> --anyway\` before the last approval.
emend.lock.json records the version and a hash of the content. Exit code 1 if the pack is refused or you decline.
--json prints {name, version, license, source, resolved, integrity, rules, is_applied} and does not ask: add --yes.`;

const LIST_EXAMPLES = `
Examples:
  emend packs list
  emend packs list --json | jq '.items[] | {name, version}'

Reads emend.lock.json and the store, so it works offline.`;

const UPDATE_EXAMPLES = `
Examples:
  emend packs update
  emend packs update @acme/rules --dry-run
  emend packs update @acme/rules github:acme/rules#v2

Reads the packs in emend.lock.json again and shows what changed. New and changed rules become proposals. For a rule
that the pack no longer has, an open proposal is withdrawn, and if it is in force, people are asked to retire it. Words
that people changed here stay. It asks before it downloads, because the lock file may come from a clone.`;

const VERIFY_EXAMPLES = `
Examples:
  emend packs verify
  emend packs verify @acme/rules --yes

Reads the locked version again and compares its content with the hash in emend.lock.json. Exit code 1 if one differs.`;

const REMOVE_EXAMPLES = `
Examples:
  emend packs remove @acme/rules
  emend packs remove @acme/rules --retire

Withdraws the pack's open proposals and removes it from emend.lock.json. Its rules in force stay in force without
--retire.`;

const CREATE_EXAMPLES = `
Examples:
  emend packs create ../acme-rules --name @acme/rules --version 1.0.0 --license MIT
  emend packs create ../acme-rules --version 1.1.0
  emend packs create ../python-rules --name acme-python --version 1.0.0 --license Apache-2.0 --path "**/*.py"

Writes emend.pack.json, package.json and README.md with your rules in force, the checks that run, and counts and
verdicts as evidence. To give it away: \`npm publish\` in that folder, or commit it to git and tag it.
A pack names no agents and no people. Reasons, quotes and the code of corrections are added only with --quotes; likely
secrets and addresses are masked. Read the files before you publish them. Rules that came from another pack are left out.`;

export function addPacks(program: Command, context: CliContext): void {
  const packs = program
    .command("packs")
    .description("take over rules that other teams learnt, and give away yours");
  withStore(packs.command("add"), "rules are")
    .description("propose the rules of a pack")
    .argument("<source>", "a folder, a tarball, npm:NAME, github:OWNER/NAME or git+https://…")
    .option("--rule <id>", "only this rule, by its id in the pack (repeatable)", collect)
    .option("--agent <name>", "propose the rules for this agent only (repeatable)", collect)
    .option("--dry-run", "show what would be proposed, and stop")
    .option("-y, --yes", "do not ask")
    .option("--as <name>", "who proposes them (default: your user name)")
    .addHelpText("after", ADD_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-packs-add.ts")).runPacksAdd));
  withStore(packs.command("list"), "rules are")
    .description("list the packs of this project, and what became of their rules")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-packs-list.ts")).runPacksList));
  withStore(packs.command("update"), "rules are")
    .description("propose what changed in a pack")
    .argument("[name]", "the pack (default: all)")
    .argument("[source]", "where it is now, such as another tag")
    .option("--dry-run", "show what would be proposed, and stop")
    .option("-y, --yes", "do not ask")
    .option("--as <name>", "who proposes them (default: your user name)")
    .addHelpText("after", UPDATE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-packs-add.ts")).runPacksUpdate));
  packs
    .command("verify")
    .description("check that packs still have the content that was locked")
    .argument("[name]", "the pack (default: all)")
    .option("-y, --yes", "do not ask before downloading")
    .option("--json", "print the answer as JSON")
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-packs-verify.ts")).runPacksVerify));
  withStore(packs.command("remove"), "rules are")
    .description("withdraw a pack's open proposals and forget the pack")
    .argument("<name>", "the pack")
    .option("--retire", "also retire its rules in force")
    .option("-y, --yes", "do not ask before retiring rules")
    .option("--as <name>", "who removes it (default: your user name)")
    .addHelpText("after", REMOVE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-packs-remove.ts")).runPacksRemove));
  withStore(packs.command("create"), "rules are")
    .description("make a pack of your rules in force")
    .argument("<folder>", "where to write it; a pack that is there is replaced")
    .option("--name <name>", "its name, as npm allows it (default: that of the pack in the folder)")
    .option("--version <version>", "its version, such as 1.0.0")
    .option("--license <spdx>", "the licence that you give it, such as MIT (default: as before)")
    .option("--description <text>", "one line about it (default: as before)")
    .option("--rule <id>", "only this rule (repeatable)", collect)
    .option("--agent <name>", "only rules for this agent")
    .option("--path <glob>", "only rules that have this path")
    .option("--quotes", "add reasons, quotes and the code of corrections")
    .addHelpText("after", CREATE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-packs-create.ts")).runPacksCreate));
}
