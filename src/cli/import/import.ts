import { Option, type Command } from "commander";
import { TRUSTS, type Trust } from "../../core/feedback/feedback.ts";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import { lazyAction } from "../options/lazy-action.ts";

const IMPORT_FORMATS = ["jsonl", "decisions", "feedback", "actionable", "sarif", "github"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export interface ImportOptions {
  readonly format?: ImportFormat;
  readonly agent?: string;
  readonly run?: string;
  readonly task?: string;
  readonly gate?: string;
  readonly trust?: Trust;
  readonly githubAgent?: readonly string[];
  readonly conventions?: boolean;
  readonly keyFile?: string;
  readonly store?: string;
  readonly dryRun?: boolean;
  readonly restart?: boolean;
  readonly json?: boolean;
  readonly progress: boolean;
}

const EXAMPLES = `
Examples:
  emend import decisions.jsonl scan.sarif
  gh api --paginate repos/acme/shop/pulls/12/comments | emend import - --agent rio
  emend import deliveries.jsonl --github-agent rio-app[bot]=rio

The format is detected; --format forces one:
  jsonl      one object per line: records of Emend, or decision events
  decisions  decision events: {decision_id, gate_id, epic_id, decision, reviewer_id, timestamp, …}
  feedback   records of Emend, or {agent, outcome, tags, wrong, fix, comment, path, line, author, time, …};
             common names also work: reviewer, user or login for the author, body, text or message for the
             comment, created_at or date for the time, file for the path, labels for the tags, verdict,
             status or decision for the outcome, repo and pr for the task. Unknown keys are listed at the end
  actionable documents of actionable feedback, one record for each item (\`emend feedback schema\`)
  sarif      SARIF 2.1.0 logs
  github     what \`gh api\` prints for a pull request's comments or reviews, with --paginate or without,
             or webhook payloads, bare or as {event, payload}: reviews, comments, closings, failed checks

In a webhook payload the agent is found by the login that opened the pull request (--github-agent, or a
known agent's bot), a label agent:<name>, a branch agent/<name>/…, or a last line "Agent: <name>" or
"Co-Authored-By: Claude <…>"; otherwise it is that of --agent. --github-agent also takes label:<name>=,
branch:<prefix>= and co-author:<address>=. The output of \`gh api\` names no agent, so pass --agent if one
did the work. If people did the work, --format github stores the comments as conventions of the
repository: what recurs is proposed as a rule for every agent that uses this store. Praise, thanks,
questions and the author's own answers are stored but never become rules. --no-conventions leaves all of
it out. --conventions also accepts webhook payloads, a store on a server, and input without --format.
A comment that is in both the output of \`gh api\` and a payload becomes one record.

A GitHub comment with a rejection block, as written by \`emend reject\`, becomes that rejection. With a key in
EMEND_REJECTION_KEY or --key-file only signed blocks are accepted; an outsider's never is. A block that is
not accepted is reported, and its comment is stored as a remark.

The summary shows how many records can be used for rules, and why others cannot. An author is an outsider, whose
feedback never becomes a rule, unless the line has "author": {"id": "ana", "trust": "person"} or you vouch for the
whole file with --trust person. --dry-run shows all of this and writes nothing.

Importing the same thing again changes nothing. After Ctrl-C or SIGTERM, the same command continues where it
stopped. Records that cannot be used are skipped and reported, the others are stored, and the exit code is 1.
Records with nothing to learn from (an empty review, a suppressed alert) are left out; the exit code is still 0.`;

export function addImport(program: Command, context: CliContext): void {
  program
    .command("import")
    .description("import feedback from files: JSONL, decisions, actionable feedback, SARIF, GitHub reviews")
    .argument("[files...]", "the files to read; - or nothing reads standard input")
    .addOption(new Option("--format <format>", "format of the input").choices(IMPORT_FORMATS))
    .option("--agent <name>", "who did the work, if the input does not say")
    .option("--run <id>", "the run it is about, if the input does not say")
    .option("--task <id>", "the task it is about, if the input does not say")
    .option("--gate <name>", "the gate that decided, if the input does not say")
    .addOption(
      new Option("--trust <who>", "trust for lines that do not say; outsider applies to all lines").choices(
        TRUSTS,
      ),
    )
    .option("--github-agent <login=name>", "the agent that uses a GitHub login (repeatable)", collect)
    .option("--conventions", "also learn the repository's conventions from GitHub reviews of people's work")
    .option("--no-conventions", "leave out GitHub reviews of people's work")
    .option("--key-file <file>", "file with the key of rejection blocks (default: $EMEND_REJECTION_KEY)")
    .option("--store <file>", "where to keep it (default: .emend/emend.db)")
    .option("--dry-run", "read and report, but write nothing")
    .option("--restart", "read files from the start, even if an earlier import stopped midway")
    .option("--json", "print the summary as JSON")
    .option("--no-progress", "no progress bar")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-import.ts")).runImport));
}
