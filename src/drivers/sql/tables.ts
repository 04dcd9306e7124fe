import type { AccessTables } from "./access/access-tables.ts";
import type { AlertTables } from "./alert/alert-tables.ts";
import type { AuditTables } from "./audit/audit-tables.ts";
import type { CheckTables } from "./check/check-tables.ts";
import type { ClusterTables } from "./cluster/cluster-tables.ts";
import type { CorrectionTables } from "./correction/correction-tables.ts";
import type { DeliveryTables } from "./delivery/delivery-tables.ts";
import type { EvaluationTables } from "./evaluation/evaluation-tables.ts";
import type { EventTables } from "./event/event-tables.ts";
import type { FeedbackTables } from "./feedback/feedback-tables.ts";
import type { IterationTables } from "./iteration/iteration-tables.ts";
import type { PersonTables } from "./person/person-tables.ts";
import type { RefinementTables } from "./refinement/refinement-tables.ts";
import type { ReminderTables } from "./reminder/reminder-tables.ts";
import type { RolloutTables } from "./rollout/rollout-tables.ts";
import type { RuleTables } from "./rule/rule-tables.ts";
import type { SubmissionTables } from "./submission/submission-tables.ts";
import type { TrialTables } from "./trial/trial-tables.ts";
import type { VectorTables } from "./vector/vector-tables.ts";
import type { WebhookTables } from "./webhook/webhook-tables.ts";

/** The store's own state, such as its schema version and whether a scrub is due. */
interface StoreStateTable {
  readonly name: string;
  readonly value: number;
}

export interface Tables
  extends
    AccessTables,
    AlertTables,
    AuditTables,
    CheckTables,
    ClusterTables,
    CorrectionTables,
    DeliveryTables,
    EvaluationTables,
    EventTables,
    FeedbackTables,
    IterationTables,
    PersonTables,
    RefinementTables,
    ReminderTables,
    RolloutTables,
    RuleTables,
    SubmissionTables,
    TrialTables,
    VectorTables,
    WebhookTables {
  readonly store_state: StoreStateTable;
}
