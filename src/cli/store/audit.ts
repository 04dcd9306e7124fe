import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { OpenStore } from "../open/open-store.ts";

export interface AuditListOptions {
  readonly limit: string;
  readonly before?: string;
  readonly store?: string;
  readonly json?: boolean;
}

export interface AuditVerifyOptions {
  readonly head?: string;
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

Every entry holds the hash of the one before, so a change, a deletion, an insertion or a swap shows,
and the first link that does not hold is named: exit code 1. What the chain cannot show by itself is
that its end was cut off, or that all of it was written anew. Keep the head that is printed in
another place, and give it with --head: then both show.

--json prints {ok: true, entries, erased, head} or {ok: false, seq, reason, message}.`;

export function addAudit(program: Command, context: CliContext, openStore?: OpenStore): void {
  const audit = program
    .command("audit")
    .description("who changed what: list it, and verify that nobody altered it");
  audit
    .command("list")
    .description("the newest changes that people made")
    .option("-n, --limit <count>", "how many, 1 to 500", "20")
    .option("--before <number>", "only entries before this one")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print the entries as JSON")
    .addHelpText("after", LIST_EXAMPLES)
    .action(async (options: AuditListOptions) => {
      const { runAuditList } = await import("./run-audit.ts");
      await runAuditList(options, context, openStore);
    });
  audit
    .command("verify")
    .description("is every entry what was written, and in its place?")
    .option("--head <number:hash>", "an end of the log that was noted earlier and must still be in it")
    .option("--store <file>", "where the log is kept (default: .emend/emend.db)")
    .option("--json", "print the verdict as JSON")
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(async (options: AuditVerifyOptions) => {
      const { runAuditVerify } = await import("./run-audit.ts");
      await runAuditVerify(options, context, openStore);
    });
}
