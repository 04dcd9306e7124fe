import { type CaughtMistakes, NOTHING_CAUGHT, separateCaught } from "../../core/check/caught-mistakes.ts";
import type { CheckHit } from "../../core/check/check-hit.ts";
import { defined } from "../../core/defined.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

export interface CaughtParts {
  readonly checks: Pick<CheckStore, "ofRules" | "hits">;
  readonly clusters: Pick<ClusterStore, "members">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

export interface CaughtQuestion {
  readonly rule_id: string;
  /** The rule's cluster; absent if it has none. */
  readonly cluster?: string;
  readonly since: string;
}

/** The newest hits and feedback; what is older changes little. */
const MAX_HITS = 2_000;
const MAX_MEMBERS = 500;
const PAGE = 500;

/** What the checks of a rule caught since a time. A rule without a check that fired costs one query. */
export const loadCaught =
  ({ checks, clusters, feedback }: CaughtParts) =>
  async ({ rule_id, cluster, since }: CaughtQuestion): Promise<CaughtMistakes> => {
    const hits: CheckHit[] = [];
    for (const { id } of await checks.ofRules([rule_id])) hits.push(...(await hitsSince(checks, id, since)));
    if (hits.length === 0) return NOTHING_CAUGHT;
    const members =
      cluster === undefined ? [] : (await clusters.members(cluster, { limit: MAX_MEMBERS })).items;
    const later = members.filter(({ time }) => time >= since);
    const records = await feedback.findAll(later.map(({ feedback_id }) => feedback_id));
    return separateCaught(hits, records, since);
  };

async function hitsSince(
  checks: Pick<CheckStore, "hits">,
  check: string,
  since: string,
): Promise<readonly CheckHit[]> {
  const found: CheckHit[] = [];
  for (let after: string | undefined, more = true; more && found.length < MAX_HITS;) {
    const { items, next } = await checks.hits({ check, limit: PAGE, ...defined({ after }) });
    found.push(...items.filter(({ time }) => time >= since));
    after = next;
    more = next !== undefined && (items.at(-1)?.time ?? "") >= since;
  }
  return found;
}
