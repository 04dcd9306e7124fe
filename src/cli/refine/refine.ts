import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface RefineOptions {
  readonly feedback?: string;
  readonly feedbackText?: string;
  readonly kind?: "tool_output" | "user_message";
  readonly exitCode?: string;
  readonly limit?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly diff?: boolean;
  readonly score?: boolean;
  readonly log?: boolean;
  readonly agent?: string;
  readonly session?: string;
  readonly run?: string;
  readonly as?: string;
  readonly store?: string;
}

export function addRefine(program: Command, context: CliContext): void {
  program
    .command("refine")
    .description("improve a prompt using feedback on its last answer, or score it")
    .argument("[prompt-file]", "the prompt; - or nothing reads standard input")
    .addOption(
      new Option(
        "-f, --feedback <file>",
        "what went wrong: a log, a test report, a reply or a feedback document; - reads standard input",
      ).conflicts("feedbackText"),
    )
    .option("-t, --feedback-text <text>", "the feedback itself, instead of a file")
    .addOption(
      new Option("--kind <kind>", "where the feedback comes from").choices(["tool_output", "user_message"]),
    )
    .option("--exit-code <number>", "exit code of the command that wrote the feedback")
    .option("--limit <number>", "maximum number of iterations, 0 to 10 (default: 3)")
    .addOption(new Option("--diff", "print the changes as a diff").conflicts(["json", "jsonl", "score"]))
    .addOption(
      new Option("--score", "only score the prompt and print the rubric").conflicts([
        "feedback",
        "feedbackText",
        "jsonl",
        "limit",
        "kind",
        "exitCode",
        "log",
      ]),
    )
    .addOption(new Option("--json", "print the result and its log as JSON").conflicts("jsonl"))
    .addOption(
      new Option(
        "--jsonl",
        "read one {id, prompt, feedback, kind?, exit_code?} per line, print one result per line",
      ).conflicts(["feedback", "feedbackText", "kind", "exitCode"]),
    )
    .option(
      "--log",
      "store each iteration, with secrets masked, for `emend refinements`; by default nothing is stored",
    )
    .option("--agent <name>", "with --log: whose prompt it is (default: `agent` of emend.yaml)")
    .option("--session <name>", "with --log: the conversation that the prompt belongs to")
    .option("--run <name>", "with --log: the agent's run, as named in feedback")
    .option("--as <name>", "with --log: who records it (default: your user name)")
    .option("--store <file>", "with --log: where it is kept (default: .emend/emend.db)")
    .addHelpText("after", HELP)
    .action(lazyAction(context, async () => (await import("./run-refine.ts")).runRefine));
}

const HELP = `
Examples:
  npm test 2>&1 | emend refine prompt.md --feedback - > better.md
  emend refine prompt.md --feedback-text "close, but the header should be sticky" --diff
  emend refine prompt.md --feedback round-2.json > better.md
  emend refine prompt.md --score
  emend refine --jsonl < cases.jsonl > refined.jsonl
  emend refine prompt.md --feedback build.log --log --session s-1 > better.md

The refined prompt goes to standard output; the signal, the applied actions and the score before and
after go to standard error. Only facts from the feedback are added, as quotes; an action whose fact is
missing is left out. Refining the result with the same feedback changes nothing.

From an actionable-feedback document the ten worst items are used: what is wrong and what to do, quoted.
Items that are not actionable are left out (see \`emend feedback lint\`), and so is a document that accepts
the work or asks for a person to decide.

With --jsonl each line is answered by {id, refined_prompt, feedback_type, actions_applied, iterations,
score_before, score_after, actions_omitted, ended, log}. With --log a line may name its agent, session and
run.

--log stores one entry for each iteration that changed the prompt: the prompt before and after, the signal, the
applied actions and the score. \`emend refinements list\` shows them, \`emend refinements summary\` what each action
achieved. Name the session or run so that the next signal there is recorded as the outcome.

If the feedback contains no failure, the prompt stays as it is; that is not an error.`;
