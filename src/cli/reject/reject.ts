import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { collect } from "../options/collect.ts";

export interface RejectOptions {
  readonly tag?: readonly string[];
  readonly pack?: readonly string[];
  readonly source?: string;
  readonly comment?: string;
  /** True without a file, the file's name with one. */
  readonly parse?: boolean | string;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly keyFile?: string;
  /** The pull request to refuse, as owner/name#12. */
  readonly post?: string;
  readonly dryRun?: boolean;
  /** A folder whose texts may say the same already. */
  readonly against?: string;
  /** The file with the text that is handed in; standard input when left out. */
  readonly text?: string;
  readonly glob?: readonly string[];
  readonly threshold?: string;
}

/** `emend reject`: a rejection comment from tags, and back. */
export function addReject(program: Command, context: CliContext): void {
  program
    .command("reject")
    .description("write a rejection comment from the tags of failed gates, or read one back")
    .argument("[tags...]", "tags of the gates that failed")
    .option("-t, --tag <tag>", "a tag of a gate that failed (repeatable)", collect)
    .option("-p, --pack <name|file>", "pack that registers tags (repeatable; default: all built-in)", collect)
    .option("-s, --source <name>", "who refuses (default: validator)")
    .option("-c, --comment <text>", "a note for the author, shown to the letter")
    .option("--parse [file]", "read a comment from a file or standard input")
    .option("--list", "list the gates of the packs")
    .option("--json", "answer in JSON")
    .option("--jsonl", "one object a line: {id, issues, source, comment?}, or with --parse {id, comment}")
    .option("--key-file <file>", "file with the signing key (default: $EMEND_REJECTION_KEY)")
    .option(
      "--post <pull>",
      "put the comment on a pull request, as owner/name#12; ours is updated, not repeated",
    )
    .option("--dry-run", "with --post: print as JSON what would be sent")
    .option("--against <folder>", "refuse a text that a file of this folder says already, and name that file")
    .option("--text <file>", "with --against: the text that is handed in (default: standard input)")
    .option("--glob <glob>", "with --against: which files (repeatable; default: *.md, *.txt)", collect)
    .option("--threshold <score>", "with --against: from which likeness on, 0 to 1 (default: 0.85)")
    .addHelpText("after", HELP)
    .action(async (tags: readonly string[], options: RejectOptions) => {
      refuseContradictions(tags, options);
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

Without --pack the tags of every built-in pack (code, knowledge-base) are known. A tag in no pack is
kept and marked as unregistered; no tag at all becomes the pack's fallback tag, and if --comment says
clearly what is wanted, the comment is the guidance. A comment whose tags are all warnings refuses
nothing: it says so, and verdict in JSON is "warnings".

--against compares a text with the files of a folder, passage by passage, by the local model. The score is
how much of the text a file says already. From 0.85 on (gates.duplicate_at) the comment has the tag
near_duplicate and names the rival and the lines, and the exit code is 1. Passages in nearly the same
words that have other numbers, a negation or an opposite count as different claims. Free paraphrases
mostly stay below 0.85. Links are not followed; at most 5,000 files of 256 KiB are read.

With a key in EMEND_REJECTION_KEY or --key-file, comments are signed, and --parse accepts only blocks
signed with it. --parse exits with 1 when there is no valid block.

A pack file is JSON:
  {"name": "my-pack", "description": "…", "extends": "code", "gates": [{"tag": "no_changelog",
   "gate": "Changelog", "description": "…", "fix": "…", "severity": "blocking",
   "auto_fixable": false, "route": "llm_fix"}]}
  route is one of auto_fix, llm_fix, convert, close; extends and fallback_tag may be left out.`;

function refuseContradictions(tags: readonly string[], options: RejectOptions): void {
  const given = {
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
  if (given["--dry-run"] && !given["--post"]) {
    throw usageError("options_conflict", "--dry-run needs --post", "see `emend reject --help`");
  }
  for (const [option, others] of CONTRADICTIONS) {
    const other = others.find((name) => given[name]);
    if (given[option] && other !== undefined) {
      throw usageError(
        "options_conflict",
        `${option} cannot be used with ${other}`,
        "see `emend reject --help`",
      );
    }
  }
}

const CONTRADICTIONS = [
  ["--list", ["--parse", "--jsonl", "tags", "--source", "--comment"]],
  ["--parse", ["tags", "--source", "--comment"]],
  ["--jsonl", ["tags", "--comment", "--json"]],
  ["--post", ["--list", "--parse", "--jsonl"]],
  ["--against", ["--list", "--parse", "--jsonl"]],
] as const;
