import type { Selectable } from "kysely";
import type { ClusterMember, Membership } from "../../../core/cluster/cluster.ts";
import type { Trust } from "../../../core/feedback/feedback.ts";
import type { NewMember } from "../../../ports/cluster-store.ts";
import { toStoredTime } from "../stored-time.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { ClusterTables } from "./cluster-tables.ts";

export type MemberRow = Omit<Selectable<ClusterTables["cluster_member"]>, "seq">;

export const toMemberRow = (member: NewMember, clusterId: string): MemberRow => ({
  feedback_id: storedKey(member.feedback_id),
  cluster_id: clusterId,
  time: toStoredTime(member.time),
  author: storedText(member.author),
  trust: member.trust,
  agent: storedText(member.agent),
  judged: JSON.stringify([member.score, member.reasons]),
  placed_by: null,
});

/** `judged` for a member that a person placed. */
export const PLACED_BY_PERSON = JSON.stringify([1, []]);

export function fromMembershipRow(
  row: Pick<MemberRow, "feedback_id" | "cluster_id" | "judged" | "placed_by">,
): Membership {
  const [score, reasons] = JSON.parse(row.judged) as [Membership["score"], Membership["reasons"]];
  return {
    feedback_id: row.feedback_id,
    cluster_id: row.cluster_id,
    score,
    reasons,
    ...(row.placed_by === null ? {} : { by: row.placed_by }),
  };
}

export const fromMemberRow = (row: MemberRow): ClusterMember => ({
  ...fromMembershipRow(row),
  time: row.time,
  author: row.author,
  trust: row.trust as Trust,
  agent: row.agent,
});
