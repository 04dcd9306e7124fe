import type { Cluster } from "../core/cluster/cluster.ts";
import { clusterId } from "../core/cluster/cluster-id.ts";
import type { Store } from "../ports/store.ts";
import { actorOf } from "./actor.ts";
import type { CliContext } from "./cli-context.ts";
import { worldError } from "./cli-error.ts";
import type { ClusterChangeOptions } from "./cluster.ts";
import { EXIT } from "./exit-code.ts";
import { openStore, type OpenStore } from "./open-store.ts";
import { safeLine } from "./safe-text.ts";
import { painter } from "./style.ts";

const SHOWN = 50;

/** `emend cluster show`. */
export async function showCluster(
  id: string,
  options: ClusterChangeOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  await withStore(options, context, open, async (store) => {
    const { io } = context;
    const cluster = (await store.clusters.find(id)) ?? noCluster(id);
    const { items, next } = await store.clusters.members(cluster.id, { limit: SHOWN });
    const records = await store.feedback.findAll(items.map(({ feedback_id }) => feedback_id));
    const words = new Map(records.map((record) => [record.id, record.similarity_text]));
    if (options.json === true) {
      const members = items.map((member) => ({ ...member, text: words.get(member.feedback_id) ?? null }));
      io.stdout.write(`${JSON.stringify({ ...cluster, members }, null, 2)}\n`);
      return;
    }
    const paint = painter(io);
    io.stdout.write(`${paint("bold", `${safeLine(cluster.id)}  ${cluster.size} times`)}\n`);
    if (cluster.name !== undefined) io.stdout.write(`  ${safeLine(cluster.name)}\n`);
    for (const { feedback_id, time, agent, author, score, reasons, by } of items) {
      const why = by === undefined ? reasons.map(({ text }) => text).join("; ") : `${by} said so`;
      io.stdout.write(
        `\n${safeLine(feedback_id)}  ${time.slice(0, 10)}  ${safeLine(agent || "no agent")}  ${safeLine(author)}  ${score.toFixed(2)}\n` +
          `  ${safeLine((words.get(feedback_id) ?? "its words are no longer kept").slice(0, 200))}\n` +
          (why === "" ? "" : `  ${paint("dim", safeLine(why))}\n`),
      );
    }
    if (next !== undefined) io.stderr.write(`emend: the newest ${SHOWN} of ${cluster.size} are shown\n`);
  });
}

/** `emend cluster merge`. */
export async function mergeClusters(
  ids: readonly string[],
  options: ClusterChangeOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  await change(options, context, open, (store, by) => store.clusters.merge(ids, by), ids[0]!);
}

/** `emend cluster split`. */
export async function splitCluster(
  id: string,
  feedback: readonly string[],
  options: ClusterChangeOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const into = clusterId(`split ${id} ${feedback.join(" ")}`);
  await change(options, context, open, (store, by) => store.clusters.split(id, feedback, into, by), id);
}

/** `emend cluster rename`. */
export async function renameCluster(
  id: string,
  name: string,
  options: ClusterChangeOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  await change(options, context, open, (store, by) => store.clusters.rename(id, name, by), id);
}

async function change(
  options: ClusterChangeOptions,
  context: CliContext,
  open: OpenStore,
  act: (store: Store, by: string) => Promise<Cluster | undefined>,
  id: string,
): Promise<void> {
  const by = actorOf(context.io, options.as);
  await withStore(options, context, open, async (store) => {
    const cluster = (await act(store, by)) ?? noCluster(id);
    context.io.stdout.write(
      options.json === true
        ? `${JSON.stringify(cluster, null, 2)}\n`
        : `${safeLine(cluster.id)}  ${cluster.size} times${cluster.name === undefined ? "" : `  ${safeLine(cluster.name)}`}\n`,
    );
  });
}

async function withStore(
  options: ClusterChangeOptions,
  { io, finish }: CliContext,
  open: OpenStore,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await open(io, { file: options.store, create: false });
  try {
    await work(store);
    finish(EXIT.fine);
  } finally {
    await store.close();
  }
}

function noCluster(id: string): never {
  throw worldError("cluster_not_found", `there is no cluster ${id}, or those members are not in it`, {
    hint: "`emend cluster` lists the clusters, `emend cluster show` their members",
  });
}
