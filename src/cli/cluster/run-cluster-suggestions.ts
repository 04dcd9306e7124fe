import { pageAnswer } from "../../core/page.ts";
import type { ClusterSuggestion } from "../../app/cluster/suggest-cluster-changes.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { printFromStore } from "../open/open-emend.ts";
import { toJson, toJsonLine } from "../terminal/json-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";
import type { ClusterChangeOptions, ClusterSuggestionsOptions } from "./cluster.ts";

/** `emend cluster suggestions`. */
export async function runClusterSuggestions(
  options: ClusterSuggestionsOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ feedback, clusters }) => {
    await feedback.learn();
    const found = await clusters.suggest();
    if (options.json === true) return toJson(pageAnswer({ items: found }));
    if (options.jsonl === true) return found.map(toJsonLine).join("");
    if (found.length === 0) io.stderr.write("emend: nothing to merge or split\n");
    return found.map((each) => toText(each, io)).join("\n");
  });
}

function toText({ kind, cluster_ids, feedback_ids, reason, sides }: ClusterSuggestion, io: CliIo): string {
  const paint = painter(io);
  const ids = cluster_ids.map(safeLine).join(" ");
  const sideTexts = sides.map(({ quotes }) =>
    quotes.map(({ text }) => `  ${safeLine(text.slice(0, 200))}\n`).join(""),
  );
  const command = kind === "merge" ? `merge ${ids}` : `split ${ids} ${feedback_ids.map(safeLine).join(" ")}`;
  return (
    `${paint("bold", `${kind === "merge" ? "Merge" : "Split"} ${ids}`)}\n  ${paint("dim", safeLine(reason))}\n` +
    sideTexts.join(`  ${kind === "merge" ? "and" : "but"}\n`) +
    `  Accept: emend cluster ${command}\n  Decline: emend cluster keep ${ids}\n`
  );
}

/** `emend cluster keep`. */
export async function runClusterKeep(
  ids: readonly string[],
  options: ClusterChangeOptions,
  context: CliContext,
): Promise<void> {
  const [one, other, more] = ids;
  if (one === undefined || more !== undefined) {
    throw usageError("too_many_clusters", "expected one cluster to leave whole, or two to keep apart");
  }
  const by = actorOf(context.io, options.as);
  await printFromStore(options, context, async ({ clusters }) => {
    const kept = unwrapResult(await clusters.keep(other === undefined ? [one] : [one, other], by));
    if (options.json === true) return toJson(pageAnswer({ items: kept }));
    const names = kept.map(({ id }) => safeLine(id));
    return names.length === 1
      ? `${names[0]} stays whole; Emend will not suggest a split again\n`
      : `${names.join(" and ")} stay apart; Emend will not suggest merging them again\n`;
  });
}
