import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import type { ClusterChange } from "./run-cluster-change.ts";

export interface ClusterOptions {
  readonly store?: string;
  readonly order: "size" | "recent";
  readonly limit: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export interface ClusterChangeOptions {
  readonly store?: string;
  readonly as?: string;
  readonly json?: boolean;
}

export interface ClusterSuggestionsOptions {
  readonly store?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

const EXAMPLES = `
Examples:
  emend cluster                                  # what recurs, the largest first
  emend cluster show cl-3f2a
  emend cluster merge cl-3f2a cl-90bc            # a person says that both are one mistake
  emend cluster split cl-3f2a fb-1 fb-7          # a person says that these two are another
  emend cluster suggestions                      # what should be merged or split, and why
  emend cluster keep cl-3f2a cl-90bc             # these two stay apart; do not suggest it again
  emend cluster --jsonl < comments.jsonl

With --jsonl each line is {id, text} and is answered by {id, cluster}; cluster is null for a text that stands alone.
All lines are read before the first answer, at most 5,000 of them. What people merge and split stays so.
Groups that nobody has seen are linked again as feedback comes in. Groups that have a rule or a name, or that somebody
changed, never move by themselves: "suggestions" says what should be merged or split.`;

export function addCluster(program: Command, context: CliContext): void {
  const cluster = program
    .command("cluster")
    .description("feedback that says the same thing; group texts")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .addOption(new Option("--order <order>", "which come first").choices(["size", "recent"]).default("size"))
    .option("-n, --limit <count>", "how many at most, up to 500", "20")
    .option("--json", "print the clusters as JSON")
    .addOption(new Option("--jsonl", "one text a line in, one answer out").conflicts("json"))
    // Else `--json` and `--store` of a subcommand are taken for the list's, and lost.
    .enablePositionalOptions()
    .addHelpText("after", EXAMPLES)
    .action(async (options: ClusterOptions) => {
      const { runCluster } = await import("./run-cluster.ts");
      await runCluster(options, context);
    });
  const run = async (act: ClusterChange, options: ClusterChangeOptions): Promise<void> => {
    const { runClusterChange } = await import("./run-cluster-change.ts");
    await runClusterChange(act, options, context);
  };
  const change = (name: string, arguments_: string, description: string): Command =>
    cluster
      .command(`${name} ${arguments_}`)
      .description(description)
      .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
      .option("--json", "print the cluster as JSON");
  change("show", "<id>", "one cluster with its members and why they belong to it").action(
    async (id: string, options: ClusterChangeOptions) => {
      const { runClusterShow } = await import("./run-cluster-change.ts");
      await runClusterShow(id, options, context);
    },
  );
  change("merge", "<ids...>", "make one cluster of several; the first keeps its id")
    .option("--as <name>", "who says so (default: who is logged in)")
    .action(async (ids: readonly string[], options: ClusterChangeOptions) => {
      await run({ type: "merge", ids }, options);
    });
  change("split", "<id> <feedback...>", "give some members a cluster of their own")
    .option("--as <name>", "who says so (default: who is logged in)")
    .action(async (id: string, feedback: readonly string[], options: ClusterChangeOptions) => {
      await run({ type: "split", id, feedback }, options);
    });
  change("rename", "<id> <name>", "call a cluster by a name")
    .option("--as <name>", "who says so (default: who is logged in)")
    .action(async (id: string, name: string, options: ClusterChangeOptions) => {
      await run({ type: "rename", id, name }, options);
    });
  cluster
    .command("suggestions")
    .description("which clusters that people have seen should be merged or split")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .option("--json", "print the suggestions as JSON")
    .addOption(new Option("--jsonl", "print one suggestion a line").conflicts("json"))
    .action(async (options: ClusterSuggestionsOptions) => {
      const { runClusterSuggestions } = await import("./run-cluster-suggestions.ts");
      await runClusterSuggestions(options, context);
    });
  change("keep", "<ids...>", "do not suggest to split this cluster, or to merge these two")
    .option("--as <name>", "who says so (default: who is logged in)")
    .action(async (ids: readonly string[], options: ClusterChangeOptions) => {
      const { runClusterKeep } = await import("./run-cluster-suggestions.ts");
      await runClusterKeep(ids, options, context);
    });
}
