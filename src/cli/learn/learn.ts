import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface LearnOptions {
  readonly yes?: boolean;
  readonly record?: boolean;
  readonly as?: string;
  readonly store?: string;
  readonly html?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly github?: string;
  readonly git: boolean;
  readonly cache: boolean;
  readonly limit: string;
  readonly progress: boolean;
}

const EXAMPLES = `
Examples:
  emend learn                         # this repository: conversations with every agent found, and its commits
  emend learn --github acme/shop      # the same with all reviews of a repository on GitHub
  emend learn --html report.html
  emend learn ~/exports/*             # transcripts, reviews that gh api printed, SARIF, feedback as JSONL
  emend learn --record                # keep the corrections, so that rules are proposed from them

Without files, Emend looks for the transcripts that Claude Code, Codex, Copilot CLI, OpenCode, Gemini CLI, Cursor,
Cline, Roo, aider and SpecStory keep about this repository, for Entire's checkpoints, and for its commits. It shows
what it would read and asks first. Nothing leaves your machine, except for read requests to GitHub with --github.
Secrets and e-mail addresses are masked before anything is shown or stored.

A correction is recognised by what the agent did just before as well as by your words: a defect reported back, a
refused tool call, an undo, the same instruction again. About three of four are right; read them before you act.
In reviews it is a remark that asks for a change, in commits a revert, a fix-up, or what people rewrote of an agent's
work. Lines that Emend does not understand are counted, never guessed.

The report lists what recurs, which lines of AGENTS.md, CLAUDE.md and other instruction files were corrected all the
same, what was said once, what was changed by hand, which lines were never needed, and what the older 70 % of the
corrections would have saved in the later 30 %.

--github needs a token in GITHUB_TOKEN or GH_TOKEN. If the walk stops, the same command continues it. What was read
and judged before is remembered in your state folder, so a second run reads only what is new.

With --jsonl each human turn is answered by {file, turn, correction, kind?, rule?, group?}, in the order of the files.
--record stores each correction once: the same command again adds only what is new, and updates what has landed since.`;

export function addLearn(program: Command, context: CliContext): void {
  program
    .command("learn")
    .description("find what you keep correcting: in conversations with agents, reviews and commits")
    .argument("[files...]", "transcripts and exports to read instead of this repository's history")
    .option("-y, --yes", "read without asking")
    .option("--github <owner/repo>", "also read the reviews of a repository on GitHub")
    .option("--no-git", "do not read the repository's commits")
    .option("--record", "store the corrections, and as feedback")
    .option("--as <name>", "who made the corrections (default: your user name)")
    .option("--store <file>", "where --record keeps them (default: .emend/emend.db)")
    .option("--html <file>", "also write the report as one HTML page")
    .option("-n, --limit <count>", "how many recurring corrections to show, up to 500", "10")
    .option("--json", "print the report as JSON")
    .addOption(
      new Option("--jsonl", "print one line per human turn").conflicts(["json", "html", "record", "github"]),
    )
    .option("--no-cache", "read every transcript again")
    .option("--no-progress", "no progress bar")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-learn.ts")).runLearn));
}
