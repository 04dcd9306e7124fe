import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface AuditListOptions extends StoreOptions {
  readonly limit: string;
  readonly before?: string;
}

export interface AuditVerifyOptions extends StoreOptions {
  readonly head?: string;
  readonly published?: string;
  readonly gitTag?: string;
}

export interface AuditPublishOptions extends StoreOptions {
  readonly file?: string;
  /** True without a name. */
  readonly gitTag?: string | true;
  readonly webhook?: string | true;
}

const LIST_EXAMPLES = `
Examples:
  emend audit list --limit 50
  emend audit list --before 120 --json

Newest first. If a person is erased, their name is removed from their entries; the entries stay.
--json prints {items, next}; pass next to --before for older entries.`;

const VERIFY_EXAMPLES = `
Examples:
  emend audit verify
  emend audit verify --head 61:9f2c…   # as an earlier verify printed it
  emend audit verify --published /mnt/elsewhere/emend-audit.jsonl
  emend audit verify --git-tag emend-audit-61

Every entry holds the hash of the previous one, so any change, deletion, insertion or reordering is
detected; the first broken link is reported, and the exit code is 1. The chain alone cannot show that its
end was cut off or that it was rewritten completely. To detect that too, publish its head elsewhere with
\`emend audit publish\` and verify against it.

The rules in force are compared with the entries that brought them into force. A rule that was changed,
added or removed directly in the database is reported, and the exit code is 1.

--json prints {ok: true, entries, erased, head, rules} or {ok: false, seq, reason, message, rule_id?}.`;

const PUBLISH_EXAMPLES = `
Examples:
  emend audit publish --file /mnt/elsewhere/emend-audit.jsonl
  emend audit publish --git-tag && git push origin --tags
  emend audit publish --webhook https://notary.example/emend

Verifies the log and publishes its head where nobody with access to the database can change it: as a line
in a file, an annotated tag in the current repository (default: emend-audit-<number>), or a signed message
of type emend.audit.head to an endpoint (default: webhooks.urls). Run it every day. \`emend audit verify\`
accepts each of them. A broken log is not published: exit code 1. If one target cannot be written, the
others still are: exit code 3.

--json prints {head, published: [{to, name, ok, problem?}]}.`;

export function addAudit(program: Command, context: CliContext): void {
  const audit = program
    .command("audit")
    .description("the audit log: list who changed what, verify it, publish its head");
  audit
    .command("list")
    .description("list the newest changes")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "20")
    .option("--before <number>", "only entries before this one")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print the entries as JSON")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-audit.ts")).runAuditList));
  audit
    .command("verify")
    .description("verify that no entry was altered, removed or reordered")
    .option("--head <number:hash>", "an earlier head of the log, which it must still contain")
    .option("--published <file>", "the file that `emend audit publish --file` wrote to")
    .option("--git-tag <name>", "the tag that `emend audit publish --git-tag` created")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print the verdict as JSON")
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-audit.ts")).runAuditVerify));
  audit
    .command("publish")
    .description("publish the head of the log where nobody with access to the store can change it")
    .option("--file <file>", "append it as a line to this file")
    .option("--git-tag [name]", "create an annotated tag in the current repository")
    .option("--webhook [url]", "send it, signed, to this endpoint or to webhooks.urls")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print what was published as JSON")
    .addHelpText("after", PUBLISH_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-audit.ts")).runAuditPublish));
}
