/** What a metric is, as `/metrics` and the page about it tell. */
interface MetricRow {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  readonly help: string;
}

/** The one table of Emend's own metrics; those of the process come from prom-client under the same prefix. */
export const METRICS = {
  emend_build_info: {
    type: "gauge",
    labels: ["version"],
    help: "Always 1; the label says which version runs",
  },
  emend_http_request_duration_seconds: {
    type: "histogram",
    labels: ["route", "method", "status"],
    help: "How long requests took, by the route's id and the class of the status",
  },
  emend_signals_total: {
    type: "counter",
    labels: ["type"],
    help: "Answers of the detector by type; none where nothing was wrong",
  },
  emend_reviews_total: {
    type: "counter",
    labels: ["schema_version", "prompt_version", "status"],
    help: "Answers of reviewers that were read, accepted or rejected",
  },
  emend_review_diagnostics_total: {
    type: "counter",
    labels: ["schema_version", "prompt_version", "kind", "reason"],
    help: "Complaints about answers of reviewers",
  },
  emend_rejections_last_day: {
    type: "gauge",
    labels: ["agent", "tag"],
    help: "Rejections of the last 24 hours; one counts once for each of its tags",
  },
  emend_decisions_last_day: {
    type: "gauge",
    labels: ["agent", "outcome"],
    help: "Decided work of the last 24 hours",
  },
  emend_approval_ratio: {
    type: "gauge",
    labels: ["agent"],
    help: "The approved part of the work decided in the last 24 hours, from 0 to 1",
  },
  emend_submissions_waiting: { type: "gauge", labels: ["gate"], help: "Submissions that wait for a person" },
  emend_submissions_overdue: {
    type: "gauge",
    labels: ["gate"],
    help: "Submissions that wait for longer than their gate allows",
  },
  emend_submissions_oldest_age_seconds: {
    type: "gauge",
    labels: [],
    help: "How long the oldest submission waits; 0 where none does",
  },
  emend_proposals_pending: { type: "gauge", labels: [], help: "Proposals that wait for approval" },
  emend_proposals_oldest_age_seconds: {
    type: "gauge",
    labels: [],
    help: "How long the oldest proposal waits; 0 where none does",
  },
  emend_rules: { type: "gauge", labels: ["status"], help: "Rules by status, each counted up to 5000" },
  emend_rule_recurrence_ratio: {
    type: "gauge",
    labels: ["rule"],
    help: "How often a rule's mistake comes since the rule, against before; below 1 it helps",
  },
  emend_events_waiting: { type: "gauge", labels: ["group"], help: "Events that nobody of the group has yet" },
  emend_events_pending: {
    type: "gauge",
    labels: ["group"],
    help: "Events in hand, to be tried again, or stuck",
  },
  emend_events_dead: { type: "gauge", labels: ["group"], help: "Dead letters of the group" },
  emend_outbox_events: { type: "gauge", labels: [], help: "Events that still have to be published" },
  emend_evaluations: { type: "gauge", labels: ["standing"], help: "Feedback by what it counts as" },
  emend_scrape_failures_total: {
    type: "counter",
    labels: ["part"],
    help: "Parts of a scrape that could not be read from the store; their metrics are left out",
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;

export type GaugeName = {
  [N in MetricName]: (typeof METRICS)[N]["type"] extends "gauge" ? N : never;
}[MetricName];
