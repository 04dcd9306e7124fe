import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import { labelValue } from "./label-value.ts";
import { readBacklogs, readProposals, readSubmissions } from "./read-queues.ts";
import { type Reading, sample } from "./reading.ts";
import { readRecurrence, readRules } from "./read-rules.ts";
import { readWork } from "./read-work.ts";

export interface ReadingParts {
  readonly store: Store;
  readonly events: EventLog;
  /** The groups whose backlog is told. */
  readonly groups: readonly string[];
  readonly policy: RulePolicy;
  readonly now: () => string;
}

const FRESH_MS = 5_000;
/** Effects change slowly, and cost the most. */
const EFFECT_FRESH_MS = 300_000;
const RULES_FRESH_MS = 60_000;

/** Everything that a scrape reads. */
export const readingsOf = ({ store, events, groups, policy, now }: ReadingParts): readonly Reading[] => [
  {
    part: "work",
    freshMs: FRESH_MS,
    metrics: ["emend_rejections_last_day", "emend_decisions_last_day", "emend_approval_ratio"],
    read: () => readWork(store.feedback, now()),
  },
  {
    part: "submissions",
    freshMs: FRESH_MS,
    metrics: [
      "emend_submissions_waiting",
      "emend_submissions_overdue",
      "emend_submissions_oldest_age_seconds",
    ],
    read: () => readSubmissions(store.submissions, now()),
  },
  {
    part: "proposals",
    freshMs: FRESH_MS,
    metrics: ["emend_proposals_pending", "emend_proposals_oldest_age_seconds"],
    read: () => readProposals(store.rules, now()),
  },
  {
    part: "rules",
    freshMs: RULES_FRESH_MS,
    metrics: ["emend_rules"],
    read: () => readRules(store.rules),
  },
  {
    part: "effects",
    freshMs: EFFECT_FRESH_MS,
    metrics: ["emend_rule_recurrence_ratio"],
    read: () => readRecurrence({ ...store, policy, now }),
  },
  {
    part: "events",
    freshMs: FRESH_MS,
    metrics: ["emend_events_waiting", "emend_events_pending", "emend_events_dead"],
    read: () => readBacklogs(events, groups),
  },
  {
    part: "outbox",
    freshMs: FRESH_MS,
    metrics: ["emend_outbox_events"],
    read: async () => [sample("emend_outbox_events", await store.outbox.depth())],
  },
  {
    part: "evaluations",
    freshMs: FRESH_MS,
    metrics: ["emend_evaluations"],
    read: async () =>
      Object.entries(await store.evaluations.counts()).map(([standing, count]) =>
        sample("emend_evaluations", count, { standing: labelValue(standing) }),
      ),
  },
];
