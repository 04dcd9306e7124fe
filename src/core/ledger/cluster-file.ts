import { z } from "zod";
import type { ClusterMember } from "../cluster/cluster.ts";
import { TRUSTS } from "../feedback/feedback.ts";
import { utcTimeSchema } from "../time/utc-time-schema.ts";
import { END, type KeyOrder, renderYaml } from "./render-yaml.ts";

/** A cluster as the ledger holds it: what the judge found and people decided, without what follows from the members. */
export interface ClusterFile {
  readonly id: string;
  /** What people call it. */
  readonly name: string | null;
  readonly representative: string;
  /** Ids of clusters that people merged into it. */
  readonly merged: readonly string[];
  /** Ids of clusters that people keep it from. */
  readonly apart: readonly string[];
  /** Oldest first; never empty. */
  readonly members: readonly ClusterFileMember[];
}

/** Why the judge put a member in is long, and only told where it was found. */
type ClusterFileMember = Omit<ClusterMember, "cluster_id" | "reasons">;

const id = z.string().min(1).max(256);
const name = z.string().max(1_000);

export const clusterFileSchema = z.strictObject({
  id,
  name: name.nullable(),
  representative: id,
  merged: z.array(id),
  apart: z.array(id),
  members: z
    .array(
      z.strictObject({
        feedback_id: id,
        time: utcTimeSchema,
        author: name,
        trust: z.enum(TRUSTS),
        agent: name,
        score: z.number().min(0).max(1),
        by: name.exactOptional(),
      }),
    )
    .min(1),
}) satisfies z.ZodType<ClusterFile>;

const CLUSTER_ORDER = {
  id: END,
  name: END,
  representative: END,
  merged: END,
  apart: END,
  members: { feedback_id: END, time: END, author: END, trust: END, agent: END, score: END, by: END },
} satisfies { readonly [key in keyof ClusterFile]-?: KeyOrder };

export const renderCluster = (cluster: ClusterFile): string => renderYaml(cluster, CLUSTER_ORDER);
