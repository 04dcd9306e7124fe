import { Option, type Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import type { ClusterChange } from "./run-cluster-change.ts";

export interface ClusterOptions extends ClusterSuggestionsOptions {
  readonly order: "size" | "recent";
  readonly limit: string;
  readonly after?: string;
}

export interface ClusterChangeOptions extends StoreOptions {
  readonly as?: string;
}

export interface ClusterSuggestionsOptions extends StoreOptions {
  readonly jsonl?: boolean;
}

const EXAMPLES = `
Examples:
  emend cluster                                  # what recurs, the largest first
  emend cluster show cl-3f2a
  emend cluster merge cl-3f2a cl-90bc            # you decide that both are one mistake
  emend cluster split cl-3f2a fb-1 fb-7          # you decide that these two are a different mistake
  emend cluster suggestions                      # what should be merged or split, and why
  emend cluster keep cl-3f2a cl-90bc             # keep these two apart; do not suggest merging again
  emend cluster --jsonl < comments.jsonl

--json prints {items, next}. With --jsonl each line is {id, text} and is answered by {id, cluster}; cluster is null for a text that belongs to none.
All lines are read before the first answer, at most 5,000 of them. Emend never undoes what people merge or split.
Clusters that nobody has touched are regrouped as feedback comes in. Clusters that have a rule or a name, or that
somebody changed, stay as they are: "suggestions" lists what should be merged or split.`;

export function addCluster(program: Command, context: CliContext): void {
  const cluster = program
    .command("cluster")
    .description("list feedback that says the same thing, or group texts")
    .option("--store <file>", "where feedback is kept (default: .emend/emend.db)")
    .addOption(
      new Option("--order <order>", "which to list first").choices(["size", "recent"]).default("size"),
    )
    .option("-n, --limit <count>", "how many to show, up to 500", "20")
    .option("--after <next>", "start after the previous page")
    .option("--json", "print the clusters as JSON")
    .addOption(new Option("--jsonl", "read one text per line, print one answer per line").conflicts("json"))
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-cluster.ts")).runCluster));
  const run = async (clusterChange: ClusterChange, options: ClusterChangeOptions): Promise<void> => {
    const { runClusterChange } = await import("./run-cluster-change.ts");
    await runClusterChange(clusterChange, options, context);
  };
  const change = (name: string, arguments_: string, description: string): Command =>
    withStore(cluster.command(`${name} ${arguments_}`), "feedback is", "the cluster").description(
      description,
    );
  change("show", "<id>", "show one cluster with its members and why they belong to it").action(
    lazyAction(context, async () => (await import("./run-cluster-change.ts")).runClusterShow),
  );
  change("merge", "<ids...>", "merge clusters into one; the first keeps its id")
    .option("--as <name>", "who decided it (default: your user name)")
    .action(async (ids: readonly string[], options: ClusterChangeOptions) => {
      await run({ type: "merge", ids }, options);
    });
  change("split", "<id> <feedback...>", "move some members to a cluster of their own")
    .option("--as <name>", "who decided it (default: your user name)")
    .action(async (id: string, feedback: readonly string[], options: ClusterChangeOptions) => {
      await run({ type: "split", id, feedback }, options);
    });
  change("rename", "<id> <name>", "name a cluster")
    .option("--as <name>", "who decided it (default: your user name)")
    .action(async (id: string, name: string, options: ClusterChangeOptions) => {
      await run({ type: "rename", id, name }, options);
    });
  withStore(cluster.command("suggestions"), "feedback is", "the suggestions")
    .description("list clusters that should be merged or split, and why")
    .addOption(new Option("--jsonl", "print one suggestion a line").conflicts("json"))
    .action(lazyAction(context, async () => (await import("./run-cluster-change.ts")).runClusterSuggestions));
  change("keep", "<ids...>", "stop suggesting to split this cluster, or to merge these two")
    .option("--as <name>", "who decided it (default: your user name)")
    .action(lazyAction(context, async () => (await import("./run-cluster-change.ts")).runClusterKeep));
}
