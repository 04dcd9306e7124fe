import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";

export interface SimilarOptions {
  readonly store?: string;
  readonly limit: string;
  readonly threshold: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

const EXAMPLES = `
Examples:
  emend similar "the result of find() is used without a null check"
  emend similar --threshold 0.5 --json < comment.txt
  emend similar --jsonl < pairs.jsonl

Looks for recorded feedback that is about the same mistake, the surest first. The score is the chance that it
is, from meaning, known mistakes and polarity; the cosine of the two texts is shown beside it.

With --jsonl each line is {id, a, b} and is answered by {id, score, same, relation, cosine, reasons}.
Texts are compared by the local model; EMEND_EMBEDDING_URL, EMEND_EMBEDDING_MODEL and EMEND_EMBEDDING_KEY
name an endpoint that speaks OpenAI's form instead.`;

export function addSimilar(program: Command, context: CliContext): void {
  program
    .command("similar")
    .description("how alike are two texts; recorded feedback about the same mistake")
    .argument("[text]", "what to look for; standard input when left out")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .option("-n, --limit <count>", "how many at most, up to 100", "10")
    .option("-t, --threshold <score>", "the least score, from 0 to 1", "0.8")
    .option("--json", "print the records as JSON")
    .addOption(new Option("--jsonl", "one pair a line in, one answer out").conflicts("json"))
    .addHelpText("after", EXAMPLES)
    .action(async (text: string | undefined, options: SimilarOptions) => {
      const { runSimilar } = await import("./run-similar.ts");
      await runSimilar(text, options, context);
    });
}
