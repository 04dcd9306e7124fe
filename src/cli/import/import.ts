import { Option, type Command } from "commander";
import { TRUSTS, type Trust } from "../../core/feedback/feedback.ts";
import type { CliContext } from "../cli-context.ts";
import { collect } from "../options/collect.ts";
import type { ImportPorts } from "./run-import.ts";

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

Formats are told apart by themselves; --format insists on one:
  jsonl      one object a line: records of Emend, or decision events
  decisions  decision events: {decision_id, gate_id, epic_id, decision, reviewer_id, timestamp, …}
  feedback   records of Emend, or {agent, outcome, tags, wrong, fix, comment, path, line, author, time, …};
             usual names are understood: reviewer, user or login is the author, body, text or message the
             comment, created_at or date the time, file the path, labels the tags, verdict, status or
             decision the outcome, repo and pr the task. Unknown keys are named at the end
  actionable documents of actionable feedback, one record for each item (\`emend feedback schema\`)
  sarif      SARIF 2.1.0 logs
  github     what \`gh api\` prints for a pull request's comments or reviews, with --paginate or without,
             or webhook payloads, bare or as {event, payload}: reviews, comments, closings, failed checks

A webhook payload names its agent: by the login that opened the pull request (--github-agent, or a known
agent's bot), a label agent:<name>, a branch agent/<name>/…, or a last line "Agent: <name>" or
"Co-Authored-By: Claude <…>"; else it is that of --agent. --github-agent also takes label:<name>=,
branch:<beginning>= and co-author:<address>=. What \`gh api\` prints names no agent, so give --agent if one
did the work. If people did, --format github keeps the comments as conventions of the repository: what
recurs in them is proposed as a rule for every agent that uses this store. Praise, thanks, questions and
the author's own answers are kept too, and count for no rule. --no-conventions leaves all of it out.
--conventions also takes webhook payloads, a store on a server, and input without --format.
A comment read both from \`gh api\` and from a payload is one record.

A GitHub comment that holds a rejection block, as \`emend reject\` writes it, becomes that rejection. With a
key in EMEND_REJECTION_KEY or --key-file only signed blocks count; an outsider's never does. A block that
does not count is named, and its comment is kept as a remark.

The summary says how many records can become part of a rule, and why others cannot. Whoever a line names is an
outsider, whose words make no rule, unless it says "author": {"id": "ana", "trust": "person"} or you vouch for the
whole file with --trust person. --dry-run shows all of it and writes nothing.

Importing the same thing again changes nothing. After Ctrl-C, or told to end by SIGTERM, it stops in
order and the same command goes on from there. What cannot be used is skipped and named, and the rest is kept: exit code 1. What holds
nothing to learn from (an empty review, a suppressed alert) is left out: exit code 0.`;

export function addImport(program: Command, context: CliContext, ports?: ImportPorts): void {
  program
    .command("import")
    .description(
      "feedback from files into the store: JSONL, decisions, actionable feedback, SARIF, GitHub reviews",
    )
    .argument("[files...]", "what to read; - or nothing for standard input")
    .addOption(new Option("--format <format>", "what the input is").choices(IMPORT_FORMATS))
    .option("--agent <name>", "who did the work, where the input does not say")
    .option("--run <id>", "the attempt it is about, where the input does not say")
    .option("--task <id>", "the task it is about, where the input does not say")
    .option("--gate <name>", "the gate that judged, where the input does not say")
    .addOption(
      new Option("--trust <who>", "whose words lines are that do not say; outsider holds for all").choices(
        TRUSTS,
      ),
    )
    .option(
      "--github-agent <login=name>",
      "which agent works under a GitHub login; may be given again",
      collect,
    )
    .option(
      "--conventions",
      "also learn from GitHub reviews of work that people did: they show the repository's conventions",
    )
    .option("--no-conventions", "leave out GitHub reviews of work that people did")
    .option("--key-file <file>", "file with the key of rejection blocks (default: $EMEND_REJECTION_KEY)")
    .option("--store <file>", "where to keep it (default: .emend/emend.db)")
    .option("--dry-run", "read and report, write nothing")
    .option("--restart", "read files from their beginning, even where an earlier import stopped")
    .option("--json", "print the summary as JSON")
    .option("--no-progress", "no progress bar")
    .addHelpText("after", EXAMPLES)
    .action(async (files: readonly string[], options: ImportOptions) => {
      const { runImport } = await import("./run-import.ts");
      await runImport(files, options, context, ports);
    });
}
