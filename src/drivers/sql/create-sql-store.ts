import type { Store } from "../../ports/store.ts";
import type { VectorIndex, VectorSpace } from "../../ports/vector-index.ts";
import { createSqlVectorIndex } from "./vector/sql-vector-index.ts";
import { createSqlAlertStore } from "./alert/sql-alert-store.ts";
import { createSqlIdempotencyStore } from "./access/sql-idempotency-store.ts";
import { createSqlInvitationStore } from "./access/sql-invitation-store.ts";
import { createSqlSessionStore } from "./access/sql-session-store.ts";
import { createSqlTokenStore } from "./access/sql-token-store.ts";
import { createSqlAuditLog } from "./audit/sql-audit-log.ts";
import { createSqlCheckStore } from "./check/sql-check-store.ts";
import { createSqlClusterStore } from "./cluster/sql-cluster-store.ts";
import { createSqlCorrectionStore } from "./correction/sql-correction-store.ts";
import { createSqlDeliveryLog } from "./delivery/sql-delivery-log.ts";
import { scrubIfDue } from "./erase-records.ts";
import { createSqlEvaluationStore } from "./evaluation/sql-evaluation-store.ts";
import { createSqlEventLog } from "./event/sql-event-log.ts";
import { createSqlIterationStore } from "./iteration/sql-iteration-store.ts";
import { createSqlLoopStore } from "./loop/sql-loop-store.ts";
import { createSqlOutbox } from "./event/sql-outbox.ts";
import { createSqlPersonStore } from "./person/sql-person-store.ts";
import { createSqlRefinementStore } from "./refinement/sql-refinement-store.ts";
import { createSqlReminderStore } from "./reminder/sql-reminder-store.ts";
import { createSqlRolloutStore } from "./rollout/sql-rollout-store.ts";
import { createSqlRunStore } from "./run/sql-run-store.ts";
import { createSqlRuleStore } from "./rule/sql-rule-store.ts";
import { createSqlTrialStore } from "./trial/sql-trial-store.ts";
import { createSqlDatabase, type SqlDatabase, type SqlDatabaseOptions } from "./sql-database.ts";
import { createSqlFeedbackStore } from "./feedback/sql-feedback-store.ts";
import { createSqlSubmissionStore } from "./submission/sql-submission-store.ts";
import { createSqlWebhookEndpoints } from "./webhook/sql-webhook-endpoints.ts";

/** Databases differ in how they store vectors. */
type OpenVectors = (database: SqlDatabase, space: VectorSpace) => Promise<VectorIndex>;

/** Opens a store on a database, migrating its schema first. Closing the store closes the database. */
export async function createSqlStore(
  options: SqlDatabaseOptions,
  openVectors: OpenVectors = async (database, space) => createSqlVectorIndex(database, space),
): Promise<Store> {
  const database = await createSqlDatabase(options);
  // If an interrupted erasure cannot be finished now, it stays due and the store opens anyway.
  await scrubIfDue(options.db, options.dialect).catch(() => undefined);
  const events = createSqlEventLog(database);
  return {
    feedback: createSqlFeedbackStore(database),
    outbox: createSqlOutbox(database),
    events,
    audit: createSqlAuditLog(database),
    rules: createSqlRuleStore(database),
    checks: createSqlCheckStore(database),
    runs: createSqlRunStore(database),
    clusters: createSqlClusterStore(database),
    corrections: createSqlCorrectionStore(database),
    evaluations: createSqlEvaluationStore(database),
    submissions: createSqlSubmissionStore(database),
    deliveries: createSqlDeliveryLog(database),
    alerts: createSqlAlertStore(database),
    webhookEndpoints: createSqlWebhookEndpoints(database),
    people: createSqlPersonStore(database),
    refinements: createSqlRefinementStore(database),
    reminders: createSqlReminderStore(database),
    tokens: createSqlTokenStore(database),
    sessions: createSqlSessionStore(database),
    invitations: createSqlInvitationStore(database),
    idempotency: createSqlIdempotencyStore(database),
    rollouts: createSqlRolloutStore(database),
    iterations: createSqlIterationStore(database),
    loop: createSqlLoopStore(database),
    trials: createSqlTrialStore(database),
    openVectors: (space) => openVectors(database, space),
    close: async () => {
      await events.close();
      await database.close();
    },
  };
}
