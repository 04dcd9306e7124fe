import type { Feedback } from "../../core/feedback/feedback.ts";
import type { ClusterMember } from "../../core/cluster/cluster.ts";
import { daysAfter, daysBetween } from "../../core/time/time.ts";
import type { Trial } from "../../core/trial/trial.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { type CaughtParts, loadCaught } from "../check/load-caught.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { defined } from "../../core/defined.ts";

export interface NoteParts {
  readonly rules: Pick<RuleStore, "findInjection">;
  readonly trials: Pick<TrialStore, "note" | "noted">;
  readonly clusters: Pick<ClusterStore, "find" | "members">;
  readonly checks: CaughtParts["checks"];
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly now: () => string;
}

const PAGE = 200;
/** New members come first, so more pages are only read if there is much that is new. */
const MAX_PAGES = 20;
/** How long a run's record may be late, in days. After an hour its feedback is noted without an arm. */
const LATE = 1 / 24;
/** Clocks of sources differ. */
const SLACK_DAYS = 1;

/**
 * Notes what is new in the cluster of a rule on trial. Whether feedback belongs to the cluster was decided without
 * knowing the arm. Remembers clusters that have not changed, so call it once per process.
 */
export function noteRecurrences(parts: NoteParts) {
  const seen = new Map<string, string>();

  return async (trial: Trial, clusterId: string): Promise<number> => {
    const cluster = await currentCluster(parts.clusters, clusterId);
    if (cluster === undefined) return 0;
    const state = `${cluster.id} ${cluster.size} ${cluster.last_time}`;
    if (seen.get(trial.id) === state) return 0;
    const { counted, open } = await noteNew(parts, trial, cluster.id);
    if (open) seen.delete(trial.id);
    else seen.set(trial.id, state);
    return counted;
  };
}

interface Noted {
  readonly counted: number;
  /** Whether some feedback still waits for the record of its run. */
  readonly open: boolean;
}

async function noteNew(parts: NoteParts, trial: Trial, clusterId: string): Promise<Noted> {
  const { trials, clusters, feedback } = parts;
  const since = daysAfter(trial.started_at, -SLACK_DAYS);
  const { repeated } = await loadCaught(parts)({ rule_id: trial.rule_id, cluster: clusterId, since });
  const isCaught = new Set(repeated.map(({ id }) => id));
  let [counted, open, after] = [0, false, undefined as string | undefined];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await clusters.members(clusterId, { limit: PAGE, ...defined({ after }) });
    const recent = items.filter(
      ({ time, trust, feedback_id }) => time >= since && trust !== "outsider" && !isCaught.has(feedback_id),
    );
    const known = await trials.noted(
      trial.id,
      recent.map(({ feedback_id }) => feedback_id),
    );
    const fresh = recent.filter(({ feedback_id }) => !known.has(feedback_id));
    const records = await feedback.findAll(fresh.map(({ feedback_id }) => feedback_id));
    const byId = new Map(records.map((record) => [record.id, record]));
    // Oldest first, as they came in.
    for (const member of fresh.toReversed()) {
      const how = await noteOne(parts, trial, member, byId.get(member.feedback_id));
      if (how === "counted") counted += 1;
      if (how === "waiting") open = true;
    }
    const oldest = items.at(-1);
    if (next === undefined || oldest === undefined || oldest.time < since) break;
    // One more page than has news, because feedback may join a cluster late.
    if (page > 0 && fresh.length === 0) break;
    after = next;
  }
  return { counted, open };
}

async function noteOne(
  { rules, trials, now }: NoteParts,
  trial: Trial,
  { feedback_id, time, agent }: ClusterMember,
  record: Feedback | undefined,
): Promise<"counted" | "noted" | "waiting"> {
  const one = { trial_id: trial.id, feedback_id, time, agent };
  const task = record === undefined ? undefined : await taskOf(rules, record, agent);
  if (task !== undefined) {
    const how = await trials.note({ ...one, task });
    if (how !== "unassigned") return how === "counted" ? "counted" : "noted";
  }
  // Work from before the trial has no arm, and says nothing about missing names.
  if (time < trial.started_at) return "noted";
  if (time > now() || daysBetween(time, now()) < LATE) return "waiting";
  await trials.note({ ...one, task: null });
  return "noted";
}

/** The task of the work that feedback is about; undefined if it is not known, or not clear. */
async function taskOf(
  rules: NoteParts["rules"],
  { run, task }: Feedback,
  agent: string,
): Promise<string | undefined> {
  const injection = run === undefined ? undefined : await rules.findInjection(run, agent);
  if (injection?.changed_task === true) return undefined;
  return injection === undefined ? task : (injection.task ?? injection.run);
}
