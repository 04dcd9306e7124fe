import type { ClusterProblem } from "../../app/cluster/change-cluster.ts";
import type { Emend } from "../../compose.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import type { Result } from "../../core/result.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { notFound, unwrapResult } from "../cli-error.ts";
import type { ClusterChangeOptions } from "./cluster.ts";
import { toJson } from "../terminal/json-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";

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
