import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

export interface AuditListOptions {
  readonly limit: string;
  readonly before?: string;
  readonly store?: string;
  readonly json?: boolean;
}

export interface AuditVerifyOptions {
  readonly head?: string;
  readonly published?: string;
  readonly gitTag?: string;
  readonly store?: string;
  readonly json?: boolean;
}

export interface AuditPublishOptions {
  readonly file?: string;
  /** True where no name is given. */
  readonly gitTag?: string | true;
  readonly webhook?: string | true;
  readonly store?: string;
  readonly json?: boolean;
}

const LIST_EXAMPLES = `
Examples:
  emend audit list --limit 50
  emend audit list --before 120 --json

Newest first. Who acted is gone from an entry once that person is erased; the entry stays.`;

const VERIFY_EXAMPLES = `
Examples:
  emend audit verify
  emend audit verify --head 61:9f2c…   # as an earlier verify printed it
  emend audit verify --published /mnt/elsewhere/emend-audit.jsonl
  emend audit verify --git-tag emend-audit-61

Every entry holds the hash of the one before, so a change, a deletion, an insertion or a swap shows,
and the first link that does not hold is named: exit code 1. What the chain cannot show by itself is
that its end was cut off, or that all of it was written anew. Publish its head in another place with
\`emend audit publish\`, and verify against that: then both show.

The rules in force are compared with the entries that put them there. A rule that was changed, added
or removed in the database, behind the log, is named: exit code 1.

--json prints {ok: true, entries, erased, head, rules} or {ok: false, seq, reason, message, rule_id?}.`;

const PUBLISH_EXAMPLES = `
Examples:
  emend audit publish --file /mnt/elsewhere/emend-audit.jsonl
  emend audit publish --git-tag && git push origin --tags
  emend audit publish --webhook https://notary.example/emend

Verifies the log, and writes its head where whoever has the database cannot change it: a line added to
a file, an annotated tag of the repository in the present folder (emend-audit-<number> unless named),
or a signed message of type emend.audit.head to an endpoint (webhooks.urls unless named). Run it every
day. \`emend audit verify\` takes each of them. A log that does not hold is not published: exit code 1.
If a place cannot be written, the others are all the same: exit code 3.

--json prints {head, published: [{to, name, ok, problem?}]}.`;

export function addAudit(program: Command, context: CliContext): void {
  const audit = program
    .command("audit")
    .description("who changed what: list it, verify that nobody altered it, publish its head");
  audit
    .command("list")
    .description("the newest changes that people made")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "20")
    .option("--before <number>", "only entries before this one")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print the entries as JSON")
    .addHelpText("after", LIST_EXAMPLES)
    .action(async (options: AuditListOptions) => {
      const { runAuditList } = await import("./run-audit.ts");
      await runAuditList(options, context);
    });
  audit
    .command("verify")
    .description("is every entry what was written, and in its place?")
    .option("--head <number:hash>", "an end of the log that was noted earlier and must still be in it")
    .option("--published <file>", "the file that `emend audit publish --file` wrote to")
    .option("--git-tag <name>", "the tag that `emend audit publish --git-tag` made")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print the verdict as JSON")
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(async (options: AuditVerifyOptions) => {
      const { runAuditVerify } = await import("./run-audit.ts");
      await runAuditVerify(options, context);
    });
  audit
    .command("publish")
    .description("write the head of the log where nobody who has the store can change it")
    .option("--file <file>", "add it as a line to this file")
    .option("--git-tag [name]", "make an annotated tag in the present repository")
    .option("--webhook [url]", "send it, signed, to this endpoint or to webhooks.urls")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print what was published as JSON")
    .addHelpText("after", PUBLISH_EXAMPLES)
    .action(async (options: AuditPublishOptions) => {
      const { runAuditPublish } = await import("./run-audit-publish.ts");
      await runAuditPublish(options, context);
    });
}
