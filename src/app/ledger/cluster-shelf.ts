import { defined } from "../../core/defined.ts";
import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import { type ClusterFile, renderCluster, parseClusterDocument } from "../../core/ledger/render-documents.ts";
import { clusterKeyOf, clusterPath } from "../../core/ledger/ledger-path.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { type LedgerShelf, restoreEach } from "./ledger-shelf.ts";

const PAGE = 20;
const MEMBERS = 500;
/** Some 40,000 members. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Which feedback says the same, and what people made of that. */
export const createClusterShelf = (clusters: ClusterStore): LedgerShelf => ({
  name: "clusters",
  keyOf: clusterKeyOf,
  list: async (after) => {
    const { items, next } = await clusters.list({
      order: "recent",
      limit: PAGE,
      ...defined({ after }),
    });
    const files: ClusterFile[] = [];
    for (const cluster of items) files.push(await fileOf(clusters, cluster));
    return {
      items: files.map((file) => {
        const path = clusterPath(file.id);
        return {
          time: file.members.at(-1)?.time ?? "",
          place: () => ({
            keys: [clusterKeyOf(path) ?? file.id],
            files: [{ path, text: () => renderCluster(file) }],
          }),
        };
      }),
      ...defined({ next }),
    };
  },
  wants: (path) => clusterKeyOf(path) !== undefined,
  maxBytes: MAX_BYTES,
  together: PAGE,
  restore: restoreEach(parseClusterDocument, (cluster) => clusters.restore(cluster)),
});

async function fileOf(clusters: ClusterStore, { id, name, representative }: Cluster): Promise<ClusterFile> {
  const members: ClusterMember[] = [];
  let after: string | undefined;
  do {
    const page = await clusters.members(id, { limit: MEMBERS, ...defined({ after }) });
    members.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return {
    id,
    name: name ?? null,
    representative,
    ...(await clusters.ties(id)),
    members: members
      .toSorted((a, b) => orderOf(a, b))
      .map(({ feedback_id, time, author, trust, agent, score, by }) => ({
        feedback_id,
        time,
        author,
        trust,
        agent,
        score,
        ...defined({ by }),
      })),
  };
}

/** By time and then by id, so that the file is the same whatever order the members came in. */
const orderOf = (a: ClusterMember, b: ClusterMember): number =>
  a.time === b.time ? (a.feedback_id < b.feedback_id ? -1 : 1) : a.time < b.time ? -1 : 1;
