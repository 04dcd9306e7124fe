import type { ClusterProblem } from "../../app/cluster/change-cluster.ts";
import type { Emend } from "../../compose.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import type { Result } from "../../core/result.ts";
import { actorOf } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { notFound, unwrapResult, usageError } from "../cli-error.ts";
import type { ClusterChangeOptions, ClusterSuggestionsOptions } from "./cluster.ts";
import { safeLine, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import { painter } from "../terminal/style.ts";
import { pageAnswer } from "../../core/page.ts";
import type { ClusterSuggestion } from "../../app/cluster/suggest-cluster-changes.ts";
import type { CliIo } from "../cli-io.ts";

const MAX_MEMBERS = 50;

/** `emend cluster show`. */
export async function runClusterShow(
  id: string,
  options: ClusterChangeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store }) => {
    const cluster = await store.clusters.find(id);
    if (cluster === undefined) throw notFound("cluster", id, "emend cluster");
    const { items, next } = await store.clusters.members(cluster.id, { limit: MAX_MEMBERS });
    const records = await store.feedback.findAll(items.map(({ feedback_id }) => feedback_id));
    const texts = new Map(records.map((record) => [record.id, record.similarity_text]));
    if (options.json === true) {
      const members = items.map((member) => ({ ...member, text: texts.get(member.feedback_id) ?? null }));
      return toJson({ ...cluster, members });
    }
    const paint = painter(io);
    if (next !== undefined)
      io.stderr.write(`emend: the newest ${MAX_MEMBERS} of ${cluster.size} are shown\n`);
    const shown = items.map(({ feedback_id, time, agent, author, score, reasons, by }) => {
      const why = by === undefined ? reasons.map(({ text }) => text).join("; ") : `${by} decided it`;
      return (
        `\n${safeLine(feedback_id)}  ${time.slice(0, 10)}  ${safeLine(agent || "no agent")}  ${safeLine(author)}  ${score.toFixed(2)}\n` +
        `  ${safeLine((texts.get(feedback_id) ?? "text no longer kept").slice(0, 200))}\n` +
        (why === "" ? "" : `  ${paint("dim", safeLine(why))}\n`)
      );
    });
    const name = cluster.name === undefined ? "" : `  ${safeLine(cluster.name)}\n`;
    const head = paint("bold", `${safeLine(cluster.id)}  ${cluster.size} times`);
    return `${head}\n${name}${shown.join("")}`;
  });
}

export type ClusterChange =
  | { readonly type: "merge"; readonly ids: readonly string[] }
  | { readonly type: "split"; readonly id: string; readonly feedback: readonly string[] }
  | { readonly type: "rename"; readonly id: string; readonly name: string };

/** `emend cluster merge`, `split` and `rename`. */
export async function runClusterChange(
  change: ClusterChange,
  options: ClusterChangeOptions,
  context: CliContext,
): Promise<void> {
  const by = actorOf(context.io, options.as);
  await printFromStore(options, context, async ({ clusters }) => {
    const changed = unwrapResult(await applyChange(clusters, change, by));
    const { id, size, name } = changed;
    return options.json === true
      ? toJson(changed)
      : `${safeLine(id)}  ${size} times${name === undefined ? "" : `  ${safeLine(name)}`}\n`;
  });
}

async function applyChange(
  clusters: Emend["clusters"],
  change: ClusterChange,
  by: string,
): Promise<Result<Cluster, ClusterProblem>> {
  switch (change.type) {
    case "merge":
      return clusters.merge(change.ids, by);
    case "split": {
      const split = await clusters.split(change.id, change.feedback, by);
      return split.ok ? { ok: true, value: split.value.cluster } : split;
    }
    case "rename":
      return clusters.rename(change.id, change.name, by);
  }
}

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
