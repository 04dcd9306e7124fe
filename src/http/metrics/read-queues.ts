import { findVersion } from "../../core/rule/rule.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import { labelValue } from "./label-value.ts";
import { ageSeconds, type Sample, sample } from "./reading.ts";
import { addTo, boundSums, type Sums } from "./sum-up.ts";

const MOST_GATES = 100;

/** What waits for a person, by gate. */
export async function readSubmissions(
  submissions: Pick<SubmissionStore, "counts">,
  now: string,
): Promise<readonly Sample[]> {
  // What was decided is asked for from now on, so that nothing is counted.
  const { gates, oldest_submitted_at } = await submissions.counts({ now, decidedSince: now });
  const waiting: Sums = new Map();
  const overdue: Sums = new Map();
  for (const gate of gates) {
    addTo(waiting, labelValue(gate.gate), gate.waiting);
    addTo(overdue, labelValue(gate.gate), gate.overdue);
  }
  return [
    ...[...boundSums(waiting, MOST_GATES)].map(([gate, count]) =>
      sample("emend_submissions_waiting", count, { gate }),
    ),
    ...[...boundSums(overdue, MOST_GATES)].map(([gate, count]) =>
      sample("emend_submissions_overdue", count, { gate }),
    ),
    sample("emend_submissions_oldest_age_seconds", ageSeconds(oldest_submitted_at, now)),
  ];
}

/** What waits for approval. */
export async function readProposals(
  rules: Pick<RuleStore, "pending">,
  now: string,
): Promise<readonly Sample[]> {
  const pending = await rules.pending();
  const [oldest] = pending;
  const since = oldest === undefined ? undefined : findVersion(oldest, oldest.pending)?.proposed_at;
  return [
    sample("emend_proposals_pending", pending.length),
    sample("emend_proposals_oldest_age_seconds", ageSeconds(since, now)),
  ];
}

/** How far each group of the event log is behind. */
export async function readBacklogs(
  events: Pick<EventLog, "backlog">,
  groups: readonly string[],
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const name of groups) {
    const { waiting, pending, dead } = await events.backlog(name);
    const group = labelValue(name);
    samples.push(
      sample("emend_events_waiting", waiting, { group }),
      sample("emend_events_pending", pending, { group }),
      sample("emend_events_dead", dead, { group }),
    );
  }
  return samples;
}
