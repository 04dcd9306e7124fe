import type { AlertStore } from "./alert-store.ts";
import type { AuditLog } from "./audit-log.ts";
import type { ClusterStore } from "./cluster-store.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import type { EvaluationStore } from "./evaluation-store.ts";
import type { EventLog } from "./event-log.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";
import type { IterationStore } from "./iteration-store.ts";
import type { Outbox } from "./outbox.ts";
import type { PersonStore } from "./person-store.ts";
import type { RefinementStore } from "./refinement-store.ts";
import type { ReminderStore } from "./reminder-store.ts";
import type { RolloutStore } from "./rollout-store.ts";
import type { RuleStore } from "./rule-store.ts";
import type { SubmissionStore } from "./submission-store.ts";
import type { SessionStore } from "./session-store.ts";
import type { TokenStore } from "./token-store.ts";
import type { VectorIndex, VectorSpace } from "./vector-index.ts";
import type { WebhookEndpoints } from "./webhook-endpoints.ts";

/** Everything that Emend keeps, in one place: a file, or a database for many machines. */
export interface Store {
  readonly feedback: FeedbackStore;
  readonly outbox: Outbox;
  /** The log of the store itself, for those who run no other. */
  readonly events: EventLog;
  readonly audit: AuditLog;
  readonly rules: RuleStore;
  readonly clusters: ClusterStore;
  readonly evaluations: EvaluationStore;
  readonly submissions: SubmissionStore;
  /** Which webhook deliveries were dealt with. */
  readonly deliveries: DeliveryLog;
  readonly alerts: AlertStore;
  /** Since when outgoing webhooks are told. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** Which logins are one person's. */
  readonly people: PersonStore;
  /** How prompts were refined, and what came of it. */
  readonly refinements: RefinementStore;
  /** Which corrections agents are no longer reminded of. */
  readonly reminders: ReminderStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly idempotency: IdempotencyStore;
  readonly rollouts: RolloutStore;
  /** Rounds of feedback on tasks. */
  readonly iterations: IterationStore;
  /** The vectors of one model; those of another are neither seen nor touched. */
  openVectors(space: VectorSpace): Promise<VectorIndex>;
  /** Finishes what was given before; may be called again. */
  close(): Promise<void>;
}
