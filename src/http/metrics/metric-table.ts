interface MetricRow {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  readonly help: string;
}

/** Emend's own metrics. Those of the process come from prom-client, with the same prefix. */
export const METRICS = {
  emend_build_info: {
    type: "gauge",
    labels: ["version"],
    help: "Always 1; the label is the running version",
  },
  emend_http_request_duration_seconds: {
    type: "histogram",
    labels: ["route", "method", "status"],
    help: "Duration of requests, by route id and status class",
  },
  emend_signals_total: {
    type: "counter",
    labels: ["type"],
    help: "Results of the detector by type; none if nothing was wrong",
  },
  emend_reviews_total: {
    type: "counter",
    labels: ["schema_version", "prompt_version", "status"],
    help: "Answers of reviewers that were checked, accepted or rejected",
  },
  emend_review_diagnostics_total: {
    type: "counter",
    labels: ["schema_version", "prompt_version", "kind", "reason"],
    help: "Diagnostics about answers of reviewers",
  },
  emend_rejections_last_day: {
    type: "gauge",
    labels: ["agent", "tag"],
    help: "Rejections of the last 24 hours, counted once for each of their tags",
  },
  emend_decisions_last_day: {
    type: "gauge",
    labels: ["agent", "outcome"],
    help: "Work decided in the last 24 hours",
  },
  emend_approval_ratio: {
    type: "gauge",
    labels: ["agent"],
    help: "Share of the work decided in the last 24 hours that was approved, from 0 to 1",
  },
  emend_submissions_waiting: { type: "gauge", labels: ["gate"], help: "Submissions waiting for a person" },
  emend_submissions_overdue: {
    type: "gauge",
    labels: ["gate"],
    help: "Submissions waiting longer than their gate allows",
  },
  emend_submissions_oldest_age_seconds: {
    type: "gauge",
    labels: [],
    help: "Age of the oldest waiting submission; 0 if there is none",
  },
  emend_proposals_pending: { type: "gauge", labels: [], help: "Proposals waiting for approval" },
  emend_proposals_oldest_age_seconds: {
    type: "gauge",
    labels: [],
    help: "Age of the oldest pending proposal; 0 if there is none",
  },
  emend_rules: { type: "gauge", labels: ["status"], help: "Rules by status, each counted up to 5000" },
  emend_rule_recurrence_ratio: {
    type: "gauge",
    labels: ["rule"],
    help: "How often a rule's mistake occurs since the rule, relative to before; below 1 the rule helps",
  },
  emend_events_waiting: {
    type: "gauge",
    labels: ["group"],
    help: "Events that no reader of the group has received",
  },
  emend_events_pending: {
    type: "gauge",
    labels: ["group"],
    help: "Events being processed, to be retried, or stuck",
  },
  emend_events_dead: { type: "gauge", labels: ["group"], help: "Dead letters of the group" },
  emend_outbox_events: { type: "gauge", labels: [], help: "Unpublished events" },
  emend_evaluations: { type: "gauge", labels: ["standing"], help: "Feedback by class" },
  emend_scrape_failures_total: {
    type: "counter",
    labels: ["part"],
    help: "Parts of a scrape that could not be read from the store; their metrics are missing",
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;

export type GaugeName = {
  [N in MetricName]: (typeof METRICS)[N]["type"] extends "gauge" ? N : never;
}[MetricName];
