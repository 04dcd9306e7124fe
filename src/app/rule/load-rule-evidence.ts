import { isEvidence, adviceOf } from "../../core/feedback/kind-of-feedback.ts";
import type { AgentDay } from "../../core/rule/count-around.ts";
import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import type { Feedback, SourceKind, Trust } from "../../core/feedback/feedback.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import { byPerson } from "../../core/person/people.ts";
import { daysAfter } from "../../core/time/time.ts";
import { type EvidenceSummary, summariseEvidence } from "../../core/rule/propose/evidence-summary.ts";
import type { RuleVersion } from "../../core/rule/rule.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { PersonStore } from "../../ports/access-store.ts";

/** A record of evidence for a rule. */
export interface EvidenceMember {
  readonly feedback_id: string;
  readonly time: string;
  readonly author: string;
  readonly trust: Trust;
  readonly agent: string | null;
  readonly said: string;
  readonly source: SourceKind;
  readonly ref: string | null;
  readonly path: string | null;
  readonly outcome: Feedback["outcome"];
  /** Its similarity to the rest; null if not judged. */
  readonly score: number | null;
}

/**
 * The current evidence for a rule, which may be more than when it was proposed; counts are complete, lists are
 * bounded.
 */
export interface RuleEvidence extends Omit<EvidenceSummary, "first" | "last"> {
  readonly first: string | null;
  readonly last: string | null;
  /** Newest first. */
  readonly members: readonly EvidenceMember[];
}

export interface LoadedEvidence {
  readonly evidence: RuleEvidence;
  /** Oldest first, without outsiders' records. */
  readonly feedback: readonly Feedback[];
  readonly days: readonly AgentDay[];
}

interface EvidenceParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly clusters: Pick<ClusterStore, "members" | "authors" | "occurrences">;
  readonly people: Pick<PersonStore, "read">;
  readonly now: () => string;
}

const MAX_LOADED = 200;
const MAX_SHOWN = 20;
const SHOWN_DAYS = 90;
const MAX_QUOTE = 200;

/** Counts come from the cluster, so that the cost does not grow with its size. */
export const loadRuleEvidence =
  ({ feedback, clusters, people, now }: EvidenceParts) =>
  async (version: RuleVersion, cluster: Cluster | undefined): Promise<LoadedEvidence> => {
    const members =
      cluster === undefined ? [] : (await clusters.members(cluster.id, { limit: MAX_LOADED })).items;
    const ids = [...members.map(({ feedback_id }) => feedback_id), ...version.evidence.slice(-MAX_LOADED)];
    const records = (await feedback.findAll([...new Set(ids)]))
      .filter(isEvidence)
      .toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id));
    const byId = new Map(members.map((member) => [member.feedback_id, member]));
    const known = await people.read();
    const summary = summariseEvidence(records, known);
    const shown = records
      .toReversed()
      .slice(0, MAX_SHOWN)
      .map((record) => toMember(record, byId.get(record.id)));
    if (cluster === undefined) {
      const [first, last] = [summary.first || null, summary.last || null];
      return { evidence: { ...summary, first, last, members: shown }, feedback: records, days: [] };
    }
    const days = await clusters.occurrences(cluster.id, {
      from: daysAfter(now(), -SHOWN_DAYS),
      to: daysAfter(now(), 1),
    });
    const authors = (await clusters.authors(cluster.id)).map(({ author: id, ...said }) => ({ id, ...said }));
    const reviewers = byPerson(authors, known);
    return {
      feedback: records,
      days,
      evidence: {
        occurrences: cluster.size,
        first: cluster.first_time,
        last: cluster.last_time,
        by_day: sumBy(days, ({ day }) => day)
          .map(([day, count]) => ({ day, count }))
          .toSorted((a, b) => byCodeUnits(a.day, b.day)),
        agents: sumBy(days, ({ agent }) => agent)
          .map(([agent, count]) => ({ agent, count }))
          .filter(({ agent }) => agent !== "")
          .slice(0, MAX_SHOWN),
        reviewers: reviewers.slice(0, MAX_SHOWN),
        people: reviewers.filter(({ trust }) => trust === "person").length,
        examples: summary.examples,
        members: shown,
      },
    };
  };

/** Largest first. */
function sumBy(days: readonly AgentDay[], keyOf: (day: AgentDay) => string): readonly [string, number][] {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(keyOf(day), (counts.get(keyOf(day)) ?? 0) + day.count);
  return [...counts].toSorted((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0]));
}

function toMember(record: Feedback, member: ClusterMember | undefined): EvidenceMember {
  const { id, time, author, agent, source, target, outcome, correction } = record;
  return {
    feedback_id: id,
    time,
    author: author.id,
    trust: author.trust,
    agent: agent ?? null,
    said: sanitiseRuleText(adviceOf(record) ?? correction?.summary ?? "", MAX_QUOTE),
    source: source.kind,
    ref: source.ref ?? null,
    path: target?.path ?? null,
    outcome,
    score: member?.score ?? null,
  };
}
