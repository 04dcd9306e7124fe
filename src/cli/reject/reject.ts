import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { collect } from "../options/collect.ts";

export interface RejectOptions {
  readonly tag?: readonly string[];
  readonly pack?: readonly string[];
  readonly source?: string;
  readonly comment?: string;
  /** True without a file name. */
  readonly parse?: boolean | string;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly keyFile?: string;
  /** The pull request, as owner/name#12. */
  readonly post?: string;
  readonly dryRun?: boolean;
  /** A folder of texts to compare with. */
  readonly against?: string;
  /** The file with the submitted text. Default: standard input. */
  readonly text?: string;
  readonly glob?: readonly string[];
  readonly threshold?: string;
}

export function addReject(program: Command, context: CliContext): void {
  program
    .command("reject")
    .description("write a rejection comment from the tags of failed gates, or read one back")
    .argument("[tags...]", "tags of the gates that failed")
    .option("-t, --tag <tag>", "a tag of a gate that failed (repeatable)", collect)
    .option("-p, --pack <name|file>", "pack that registers tags (repeatable; default: all built-in)", collect)
    .option("-s, --source <name>", "who rejects the work (default: validator)")
    .option("-c, --comment <text>", "a note for the author, shown verbatim")
    .option("--parse [file]", "read a comment from a file or standard input")
    .option("--list", "list the gates of the packs")
    .option("--json", "print JSON")
    .option(
      "--jsonl",
      "read one object per line: {id, issues, source, comment?}, or with --parse {id, comment}",
    )
    .option("--key-file <file>", "file with the signing key (default: $EMEND_REJECTION_KEY)")
    .option(
      "--post <pull>",
      "post the comment on a pull request, as owner/name#12; an earlier one is updated",
    )
    .option("--dry-run", "with --post: print what would be sent as JSON")
    .option("--against <folder>", "reject a text that repeats a file of this folder, and name that file")
    .option("--text <file>", "with --against: the submitted text (default: standard input)")
    .option("--glob <glob>", "with --against: which files (repeatable; default: *.md, *.txt)", collect)
    .option("--threshold <score>", "with --against: the minimum similarity, 0 to 1 (default: 0.85)")
    .addHelpText("after", HELP)
    .action(async (tags: readonly string[], options: RejectOptions) => {
      checkOptions(tags, options);
      if (options.list === true) {
        const { listGates } = await import("./reject-list.ts");
        await listGates(options, context);
      } else if (options.against !== undefined) {
        const { rejectAgainst } = await import("./reject-against.ts");
        const { against } = options;
        await rejectAgainst([...tags, ...(options.tag ?? [])], { ...options, against }, context);
      } else if (options.parse === undefined) {
        const { writeRejection } = await import("./reject-write.ts");
        await writeRejection([...tags, ...(options.tag ?? [])], options, context);
      } else {
        const { readRejection } = await import("./reject-read.ts");
        await readRejection(options, context);
      }
    });
}

const HELP = `
Examples:
  emend reject tests_failing missing_docs --source ci | gh pr comment 42 --body-file -
  emend reject --tag body_too_thin --tag title_overclaims --pack knowledge-base
  emend reject tests_failing --source ci --post acme/shop#42
  emend reject --against notes/ --text inbox/claim.md --pack knowledge-base
  emend reject --list --pack ./my-pack.json
  gh pr view 42 --json comments --jq '.comments[].body' | emend reject --parse --json

Without --pack the tags of every built-in pack (code, knowledge-base) are known. A tag in no pack is kept
and marked as unregistered. Without any tag the pack's fallback tag is used; if --comment says clearly what
to do, it becomes the guidance. If all tags are warnings, the comment rejects nothing: it says so, and
verdict in JSON is "warnings".

--against compares a text with the files of a folder, passage by passage, using the local model. The score
is the share of the text that a file already says. From 0.85 (gates.duplicate_at) the comment has the tag
near_duplicate and names the file and the lines, and the exit code is 1. Passages that differ in numbers, a
negation or an opposite are different claims, even in nearly the same words. Free paraphrases mostly stay
below 0.85. Links are not followed; at most 5,000 files of 256 KiB are read.

With a key in EMEND_REJECTION_KEY or --key-file, comments are signed, and --parse accepts only blocks
signed with it. --parse exits with 1 if there is no valid block.

A pack file is JSON:
  {"name": "my-pack", "description": "…", "extends": "code", "gates": [{"tag": "no_changelog",
   "gate": "Changelog", "description": "…", "fix": "…", "severity": "blocking",
   "auto_fixable": false, "route": "llm_fix"}]}
  route is one of auto_fix, llm_fix, convert, close; extends and fallback_tag are optional.`;

function checkOptions(tags: readonly string[], options: RejectOptions): void {
  const used = {
    tags: tags.length > 0 || options.tag !== undefined,
    "--source": options.source !== undefined,
    "--comment": options.comment !== undefined,
    "--parse": options.parse !== undefined,
    "--list": options.list === true,
    "--json": options.json === true,
    "--jsonl": options.jsonl === true,
    "--post": options.post !== undefined,
    "--dry-run": options.dryRun === true,
    "--against": options.against !== undefined,
  };
  for (const name of ["text", "glob", "threshold"] as const) {
    if (options[name] !== undefined && options.against === undefined) {
      throw usageError("options_conflict", `--${name} needs --against`, "see `emend reject --help`");
    }
  }
  if (used["--dry-run"] && !used["--post"]) {
    throw usageError("options_conflict", "--dry-run needs --post", "see `emend reject --help`");
  }
  for (const [option, others] of EXCLUSIVE_OPTIONS) {
    const other = others.find((name) => used[name]);
    if (used[option] && other !== undefined) {
      throw usageError(
        "options_conflict",
        `${option} cannot be used with ${other}`,
        "see `emend reject --help`",
      );
    }
  }
}

const EXCLUSIVE_OPTIONS = [
  ["--list", ["--parse", "--jsonl", "tags", "--source", "--comment"]],
  ["--parse", ["tags", "--source", "--comment"]],
  ["--jsonl", ["tags", "--comment", "--json"]],
  ["--post", ["--list", "--parse", "--jsonl"]],
  ["--against", ["--list", "--parse", "--jsonl"]],
] as const;
