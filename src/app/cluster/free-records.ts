import { defined } from "../../core/defined.ts";
import type { Membership } from "../../core/cluster/cluster.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence, isCorrection } from "../../core/feedback/kind-of-feedback.ts";
import { isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import { isSpecific } from "../../core/rule/propose/is-specific.ts";
import { chunk } from "../../core/chunk.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";

export interface FreeRecordsParts {
  readonly feedback: Pick<FeedbackStore, "list" | "findAll">;
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members" | "shown">;
  readonly vectors: Pick<VectorIndex, "get">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
}

/** A record that may be regrouped. */
export interface FreeRecord {
  readonly record: Feedback;
  readonly vector: Float32Array;
  readonly membership?: Membership;
}

/** The most records grouped at once; time and memory are quadratic. */
export const MAX_FREE_RECORDS = 1_500;
/** The most records that are read for that. */
const MAX_READ = 6_000;
const PAGE = 500;

/**
 * The newest evidence in no cluster, or in one that nobody has seen, by time. A cluster is included completely or
 * not at all.
 */
export const findFreeRecords =
  ({ feedback, clusters, vectors, evaluations }: FreeRecordsParts) =>
  async (most = MAX_FREE_RECORDS): Promise<readonly FreeRecord[]> => {
    const alone: Feedback[] = [];
    const members = new Map<string, Membership>();
    const settled = new Set<string>();
    let after: string | undefined;
    let looked = 0;
    /** Whether a cluster did not fit. */
    let isFull = false;
    const count = (): number => alone.length + members.size;

    async function addCluster(clusterId: string): Promise<void> {
      settled.add(clusterId);
      const found: Membership[] = [];
      let next: string | undefined;
      do {
        const page = await clusters.members(clusterId, {
          limit: PAGE,
          ...defined({ after: next }),
        });
        found.push(...page.items);
        next = page.next;
      } while (next !== undefined && count() + found.length <= most);
      if (next !== undefined || count() + found.length > most) {
        isFull = count() > most / 2;
        return;
      }
      for (const member of found) members.set(member.feedback_id, member);
    }

    do {
      const page = await feedback.list({ limit: PAGE, ...defined({ after }) });
      // An imported review history is grouped as a whole when rules are proposed.
      const evaluated = await evaluations.findAll(page.items.map(({ id }) => id));
      const records = page.items.filter(
        (record) =>
          isEvidence(record) &&
          record.convention !== true &&
          isSpecific(record) &&
          // Feedback that waits for a person is not evidence.
          isEvidenceForRule(evaluated.get(record.id)),
      );
      const memberships = await clusters.membershipsOf(records.map(({ id }) => id));
      const ids = [...new Set(Array.from(memberships.values(), ({ cluster_id }) => cluster_id))];
      for (const id of await clusters.shown(ids.filter((each) => !settled.has(each)))) settled.add(id);
      for (const record of records) {
        if (count() >= most) break;
        const cluster = memberships.get(record.id)?.cluster_id;
        if (cluster === undefined) {
          if (record.similarity_text.trim() !== "" && isCorrection(record)) alone.push(record);
        } else if (!isFull && !settled.has(cluster)) {
          await addCluster(cluster);
        }
      }
      after = page.next;
      looked += page.items.length;
    } while (after !== undefined && looked < MAX_READ && count() < most);

    const records = [...alone];
    for (const part of chunk([...members.keys()], PAGE)) records.push(...(await feedback.findAll(part)));
    const known = new Map<string, Float32Array>();
    const ids = records.map(({ id }) => id);
    for (const part of chunk(ids, PAGE)) {
      for (const [id, vector] of await vectors.get(part)) known.set(id, vector);
    }
    const free = records.flatMap((record): readonly FreeRecord[] => {
      const [vector, membership] = [known.get(record.id), members.get(record.id)];
      if (vector === undefined || !isEvidence(record)) return [];
      return [{ record, vector, ...defined({ membership }) }];
    });
    return withoutPartial(free, members).toSorted(
      (a, b) => byCodeUnits(a.record.time, b.record.time) || byCodeUnits(a.record.id, b.record.id),
    );
  };

/** Leaves out clusters with a deleted record or a missing vector. */
function withoutPartial(
  free: readonly FreeRecord[],
  members: ReadonlyMap<string, Membership>,
): readonly FreeRecord[] {
  const present = new Set(free.map(({ record }) => record.id));
  const partial = new Set(
    Array.from(members.values())
      .filter(({ feedback_id }) => !present.has(feedback_id))
      .map(({ cluster_id }) => cluster_id),
  );
  return free.filter(({ membership }) => membership === undefined || !partial.has(membership.cluster_id));
}
