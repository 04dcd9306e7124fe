import type { AuditVerdict } from "../core/audit/audit-entry.ts";
import type { AlertStore, DeliveryLog, WebhookEndpoints } from "./webhook.ts";
import type { AuditLog } from "./audit-log.ts";
import type { CheckStore } from "./check-store.ts";
import type { ClusterStore } from "./cluster-store.ts";
import type { CorrectionStore } from "./correction-store.ts";
import type { EvaluationStore, ReminderStore, RuleStore } from "./rule-store.ts";
import type { EventLog, Outbox } from "./event-log.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import type {
  IdempotencyStore,
  InvitationStore,
  PersonStore,
  SessionStore,
  TokenStore,
} from "./access-store.ts";
import type { IterationStore, RefinementStore } from "./iteration-store.ts";
import type { LoopStore } from "./loop-store.ts";
import type { RunStore } from "./run-store.ts";
import type { RolloutStore } from "./rollout-store.ts";
import type { SubmissionStore } from "./submission-store.ts";
import type { TrialStore } from "./trial-store.ts";
import type { VectorIndex, VectorSpace } from "./vector-index.ts";

/** Maintenance of a whole store. A place is a file path or a postgres:// URL. */
export interface StoreUpkeep {
  /** The store at a place, whatever its schema. Read-only. */
  status(place: string): Promise<StoreStatus>;
  /** What a store contains and what is pending. Read-only. */
  survey(place: string): Promise<StoreSurvey>;
  /** Whether a store can be written and its audit log is intact. Takes a lock for a moment, and changes nothing. */
  examine(place: string): Promise<StoreExamination>;
  /**
   * Copies everything into an empty store, which is created if needed, in one transaction. Concurrent writes to
   * the source are not copied.
   */
  copy(copying: StoreCopying): Promise<StoreCopy>;
  /** Backs up a store file into another file, whatever its schema, while it is in use. */
  backUp(backup: { readonly from: string; readonly file: string }): Promise<StoreBackup>;
}

export type StoreKind = "sqlite" | "postgres";

export interface StoreStatus {
  readonly kind: StoreKind;
  /** Without a password. */
  readonly place: string;
  readonly schema: number;
  /** The schema version of this Emend. */
  readonly present: number;
  readonly records: number;
  readonly bytes: number;
  /** The time of the newest record, if there is one. */
  readonly newest?: string;
}

export interface StoreSurvey extends Pick<StoreStatus, "kind" | "place" | "schema" | "present"> {
  /** Null if the store has another schema than the present one. */
  readonly work: StoreWork | null;
}

export interface StoreExamination {
  readonly bytes: number;
  /** Why it cannot be written. */
  readonly unwritable?: { readonly code: string; readonly message: string };
  readonly audit_entries: number;
  /** Absent if the log is too long to be verified in passing. */
  readonly audit?: AuditVerdict;
}

export interface StoreWork {
  readonly records: number;
  /** The time of the newest record. */
  readonly newest: string | null;
  readonly not_evaluated: number;
  readonly ambiguous: number;
  /** Rules with a pending version. */
  readonly proposals: number;
  readonly rules_in_force: number;
  readonly submissions: number;
  readonly overdue: number;
  readonly dead_letters: number;
  /** Whether a worker reads the store's event log now. */
  readonly worker: boolean;
  /** Most recently active first; at most 50. */
  readonly agents: readonly { readonly agent: string; readonly last_heard: string }[];
}

export interface StoreCopying {
  readonly from: string;
  readonly to: string;
  /** Models of an embedding endpoint, to identify vectors that only have a hash of it. */
  readonly models: readonly string[];
  readonly onProgress?: (rows: number, total: number) => void;
}

export interface StoreCopy {
  readonly from: string;
  readonly to: string;
  /** Row counts of every table on both sides. */
  readonly tables: readonly TableCount[];
  /** Vectors without a model name, which the target cannot store. */
  readonly leftOut: readonly TableCount[];
  readonly audit: Extract<AuditVerdict, { readonly ok: true }>;
}

export interface TableCount {
  readonly table: string;
  readonly rows: number;
}

export interface StoreBackup {
  readonly from: string;
  readonly file: string;
  readonly records: number;
  readonly bytes: number;
  /** The copy's audit verdict. A log that was broken before is broken in the copy. */
  readonly audit: AuditVerdict;
}

/** All of Emend's data: a file, or a database for many machines. */
export interface Store {
  readonly feedback: FeedbackStore;
  readonly outbox: Outbox;
  /** The store's own event log, if no other is used. */
  readonly events: EventLog;
  readonly audit: AuditLog;
  readonly rules: RuleStore;
  /** Checks of rules, and what they found. */
  readonly checks: CheckStore;
  readonly runs: RunStore;
  readonly clusters: ClusterStore;
  /** Corrections of the past, from conversations, reviews, commits and decisions. */
  readonly corrections: CorrectionStore;
  readonly evaluations: EvaluationStore;
  readonly submissions: SubmissionStore;
  /** Webhook deliveries that were handled. */
  readonly deliveries: DeliveryLog;
  readonly alerts: AlertStore;
  /** From which position each webhook endpoint receives events. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** People and their logins. */
  readonly people: PersonStore;
  /** Prompt refinements and their outcomes. */
  readonly refinements: RefinementStore;
  /** Ended reminders. */
  readonly reminders: ReminderStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  /** Invitations that nobody has accepted yet. */
  readonly invitations: InvitationStore;
  readonly idempotency: IdempotencyStore;
  readonly rollouts: RolloutStore;
  /** Rounds of feedback on tasks. */
  readonly iterations: IterationStore;
  /** What the loop did, by days. */
  readonly loop: LoopStore;
  /** Rules that are tried on some tasks. */
  readonly trials: TrialStore;
  /** The vectors of one model only. */
  openVectors(space: VectorSpace): Promise<VectorIndex>;
  /** Finishes pending work. May be called again. */
  close(): Promise<void>;
}
