import { type QueryKey, queryKeys } from "./query-keys.ts";

/** The events that the server streams to the app. */
export const LIVE_EVENT_TYPES = [
  "emend.feedback.recorded",
  "emend.rule.changed",
  "emend.check.changed",
  "emend.evaluation.changed",
  "emend.evaluation.ambiguous",
  "emend.cluster.changed",
  "emend.submission.changed",
  "emend.alert.raised",
  "emend.alert.cleared",
  "emend.rollout.changed",
  "emend.trial.changed",
  "emend.iteration.escalated",
] as const;

type LiveEventType = (typeof LIVE_EVENT_TYPES)[number];

/** `reset` means that events may have been missed. */
export interface LiveEvent {
  readonly type: string;
  /** The id of the record that changed. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event of the stream or of the log. */
export interface LoggedEvent extends LiveEvent {
  /** Its position in the log. */
  readonly id: string;
  readonly time: string;
}

const {
  agents,
  checks,
  clusters,
  counts,
  evaluations,
  feedback,
  loop,
  proposals,
  rollouts,
  rules,
  submissions,
  tasks,
  trials,
} = queryKeys;

/** Without an agent in the event, every agent's queries are stale. */
const agentOf = ({ data }: LiveEvent): string | undefined =>
  typeof data["agent"] === "string" ? data["agent"] : undefined;

const staleByAlert = (event: LiveEvent): readonly QueryKey[] => [
  agents.list(),
  agents.pattern(agentOf(event)),
];

const staleByEvaluation = ({ subject }: LiveEvent): readonly QueryKey[] => [
  counts.waiting(),
  evaluations.counts(),
  evaluations.one(subject),
];

const STALE: Readonly<Record<LiveEventType, (event: LiveEvent) => readonly QueryKey[]>> = {
  "emend.feedback.recorded": (event) => [
    agents.list(),
    ...[agents.pattern, agents.trend, agents.rejections, agents.mistakes, agents.reminders].map((query) =>
      query(agentOf(event)),
    ),
    feedback.one(event.subject),
    loop.all(),
  ],
  "emend.rule.changed": ({ subject }) => [
    proposals.all(),
    rules.list(),
    rules.decided(),
    rules.ofAgent(),
    rules.prompt(),
    rules.promptMoments(),
    rules.budget(),
    rules.one(subject),
    rules.history(subject),
    rules.effect(subject),
    rules.timeline(subject),
    trials.sunset(),
    counts.waiting(),
    loop.all(),
  ],
  "emend.check.changed": ({ subject, data }) => [
    checks.one(subject),
    checks.hits(subject),
    rules.one(typeof data["rule"] === "string" ? data["rule"] : subject),
    // A check can stand in for its rule's text.
    rules.prompt(),
    rules.promptMoments(),
  ],
  "emend.evaluation.changed": staleByEvaluation,
  "emend.evaluation.ambiguous": staleByEvaluation,
  "emend.cluster.changed": ({ subject }) => [
    clusters.one(subject),
    clusters.members(subject),
    clusters.tag(subject),
    clusters.near(subject),
    loop.all(),
  ],
  "emend.submission.changed": ({ subject }) => [
    counts.waiting(),
    submissions.counts(),
    submissions.queue(),
    submissions.one(subject),
    loop.all(),
  ],
  "emend.alert.raised": staleByAlert,
  "emend.alert.cleared": staleByAlert,
  "emend.rollout.changed": ({ subject }) => [rollouts.list(), rollouts.health(), rollouts.one(subject)],
  "emend.trial.changed": () => [rules.list(), trials.all(), counts.waiting()],
  "emend.iteration.escalated": () => [tasks.all()],
};

const isLiveEventType = (type: string): type is LiveEventType => type in STALE;

/** The keys, or prefixes of keys, whose data an event may have changed. */
export const staleKeys = (event: LiveEvent): readonly QueryKey[] =>
  isLiveEventType(event.type) ? STALE[event.type](event) : [];

export const isStaleBy = (event: LiveEvent, key: QueryKey): boolean =>
  event.type === "reset" || staleKeys(event).some((prefix) => prefix.every((part, at) => part === key[at]));
