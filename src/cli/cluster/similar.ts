import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

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

Finds recorded feedback about the same mistake, the best match first. The score is the probability that both are
about the same mistake, based on meaning, known mistakes and polarity; the cosine of the two texts is shown next to it.

With --jsonl each line is {id, a, b} and is answered by {id, score, same, relation, cosine, reasons}.
Texts are compared with the local model. To use an OpenAI-compatible endpoint instead, set EMEND_EMBEDDING_URL,
EMEND_EMBEDDING_MODEL and EMEND_EMBEDDING_KEY.`;

export function addSimilar(program: Command, context: CliContext): void {
  program
    .command("similar")
    .description("find recorded feedback about the same mistake, or compare two texts")
    .argument("[text]", "what to look for (default: standard input)")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .option("-n, --limit <count>", "how many to show, up to 100", "10")
    .option("-t, --threshold <score>", "the minimum score, from 0 to 1", "0.8")
    .option("--json", "print the records as JSON")
    .addOption(new Option("--jsonl", "read one pair per line, print one answer per line").conflicts("json"))
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-similar.ts")).runSimilar));
}
