import type { Generated } from "kysely";
import type { RolloutTables } from "./rollout/rollout-tables.ts";

interface FeedbackTable extends FeedbackColumns {
  /** Counted up by the database: short, so that indexes stay small, and rising, so that they grow at their end. */
  readonly seq: Generated<number>;
}

/** One record. The columns beside `record` are what is looked up, and repeat what it says. */
export interface FeedbackColumns {
  readonly id: string;
  readonly event_id: string;
  readonly fingerprint: string;
  /** Empty where the record names none, here and in the roll-ups. */
  readonly agent: string;
  readonly author: string;
  readonly time: string;
  /** JSON text and not a JSON column: those refuse the escaped NUL that a source may contain. */
  readonly record: string;
}

/** The time is repeated so that one index gives a tag's records newest first. */
interface FeedbackTagTable {
  readonly tag: string;
  readonly time: string;
  readonly seq: number;
}

/** Hours are counted from 1970. */
interface AgentHourTable {
  readonly agent: string;
  readonly hour: number;
  readonly submitted: number;
  readonly approved: number;
  readonly approved_with_changes: number;
  readonly rejected: number;
}

interface TagHourTable {
  readonly agent: string;
  readonly hour: number;
  readonly tag: string;
  readonly rejections: number;
  /** Named without a rejection; kept since no later count could tell once retention has deleted the records. */
  readonly remarks: number;
}

/** What is still to be told to others, in the order it was recorded. */
interface OutboxTable {
  readonly id: Generated<number>;
  readonly type: string;
  /** Names the record and repeats none of its words, so erasing a record erases its event. */
  readonly payload: string;
  readonly created_at: string;
}

/** The event log: events in the one order in which every group reads them. */
interface EventTable {
  /** Counted up without a gap and in the order of commits, so that readers miss nothing and a distance is a count. */
  readonly position: number;
  readonly id: string;
  readonly body: string;
  readonly created_at: string;
}

/** How far a group has read, and which of its consumers reads until when. */
interface EventGroupTable {
  readonly name: string;
  readonly position: number;
  readonly owner: string;
  /** Milliseconds from 1970, as in `due_at`. */
  readonly lease_until: number;
}

/** What a group could not handle yet; the body is repeated, so that the log can be trimmed. */
interface EventRetryTable {
  readonly group_name: string;
  readonly position: number;
  readonly body: string;
  readonly attempts: number;
  readonly due_at: number;
}

interface EventDeadTable {
  readonly id: Generated<number>;
  readonly group_name: string;
  readonly position: number;
  readonly body: string;
  readonly reason: string;
  readonly attempts: number;
  readonly died_at: string;
}

/** One act of a person, linked to the one before by its hash. */
interface AuditTable {
  /** Counted from 1 without a gap, which the database's own counters do not promise. */
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /** Who acted, and how; null once that person is erased, with the salt that keeps the hash from being guessed. */
  readonly body: string | null;
  readonly salt: string | null;
  readonly body_hash: string;
  readonly previous: string;
  readonly hash: string;
}

/**
 * A vector with the number of its last change, so that a copy in memory reads only what is new. pgvector has
 * a type named `vector`, and a table of that name would keep it from being created.
 */
interface VectorEntryTable {
  readonly model: string;
  readonly id: string;
  readonly seq: number;
  /** 32-bit floats, low byte first. */
  readonly vector: Uint8Array;
}

/** Vectors that are gone, for copies in memory that still have them. */
interface VectorRemovedTable {
  readonly model: string;
  readonly seq: number;
  readonly id: string;
}

/** The number of a model's last change; removals up to `forgotten` are no longer told. */
interface VectorHeadTable {
  readonly model: string;
  readonly seq: number;
  readonly forgotten: number;
}

/** A rule with all its versions. The columns beside `document` are what is looked up, and repeat what it says. */
interface RuleTable {
  readonly seq: Generated<number>;
  readonly id: string;
  /** Whoever saves says over which one; another one means that somebody came first. */
  readonly revision: number;
  readonly status: string;
  /** Empty where a person wrote it without any; as the two times below where there is none. */
  readonly cluster_id: string;
  readonly in_force_since: string;
  readonly pending_since: string;
  readonly updated_at: string;
  readonly document: string;
}

/** The agents of each rule in force; the empty name stands for all of them. */
interface RuleAgentTable {
  readonly agent: string;
  readonly in_force_since: string;
  readonly seq: number;
}

interface InjectionTable {
  readonly run: string;
  readonly agent: string;
  /** 1 when it was first written, so that one statement tells what is new from what is replaced. */
  readonly revision: number;
  readonly document: string;
}

/** Days are written `2026-01-31`. */
interface RunDayTable {
  readonly agent: string;
  readonly day: string;
  readonly runs: number;
}

/** Runs whose prompt held a rule. */
interface RuleRunDayTable {
  readonly rule_id: string;
  readonly day: string;
  readonly agent: string;
  readonly runs: number;
}

interface EvaluationTable {
  readonly seq: Generated<number>;
  readonly feedback_id: string;
  readonly revision: number;
  readonly standing: string;
  /** 1 where a person has resolved it. */
  readonly resolved: number;
  readonly resolved_by: string | null;
  readonly time: string;
  readonly document: string;
}

/** How many evaluations stand as what, in a few parts, so that those who write at once seldom meet in one row. */
interface EvaluationCountTable {
  readonly standing: string;
  readonly part: number;
  readonly count: number;
}

/** A cluster with what follows from its members, kept with each of them so that reading it costs one row. */
interface ClusterTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly revision: number;
  /** 0 for one that was merged away. */
  readonly size: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly representative: string;
  readonly name: string | null;
  /** Never the id of one that is merged away itself. */
  readonly merged_into: string | null;
}

interface ClusterMemberTable {
  readonly seq: Generated<number>;
  readonly feedback_id: string;
  readonly cluster_id: string;
  readonly time: string;
  readonly author: string;
  readonly trust: string;
  readonly agent: string;
  /** JSON: the score, and the reasons. */
  readonly judged: string;
  readonly placed_by: string | null;
}

interface ClusterAuthorTable {
  readonly cluster_id: string;
  readonly author: string;
  readonly trust: string;
  readonly count: number;
}

interface ClusterDayTable {
  readonly cluster_id: string;
  readonly day: string;
  readonly agent: string;
  readonly count: number;
}

/** Clusters whose members people keep apart, once from each side. */
interface ClusterApartTable {
  readonly cluster_id: string;
  readonly other_id: string;
}

/** A webhook's delivery that was dealt with, by its id or its signature. */
interface DeliveryTable {
  readonly id: string;
  readonly time: string;
}

/** An alert that was told; `document` is the alert as it was raised. */
interface AlertTable {
  readonly id: string;
  /** Once among those that are not cleared. */
  readonly condition: string;
  readonly revision: number;
  readonly raised_at: string;
  readonly absent_since: string | null;
  readonly cleared_at: string | null;
  readonly document: string;
}

/** Since when an endpoint is told, by the name of its group, and when a process last named it. */
interface WebhookEndpointTable {
  readonly name: string;
  readonly since: string;
  readonly seen_at: string;
}

/** A token; its secret is kept as the hash of its text. */
interface TokenTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly role: string;
  readonly agent: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  readonly last_used_at: string | null;
}

/** What lets one browser in, once. */
interface LoginLinkTable extends OwnedColumns {
  readonly hash: string;
}

/** The login of a browser. */
interface SessionTable extends OwnedColumns {
  readonly id_hash: string;
  readonly ends_at: string;
}

/** Whose it is. */
interface OwnedColumns {
  readonly person: string;
  readonly token_id: string | null;
  /** JSON: the principal to the letter. */
  readonly principal: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A request with a key, and its answer once there is one. */
interface IdempotencyTable {
  /** The hash of who asks and their key. */
  readonly id: string;
  readonly principal: string;
  readonly request_hash: string;
  readonly begun_at: string;
  /** JSON: status, headers and body. */
  readonly answer: string | null;
}

interface SubmissionTable extends SubmissionColumns {
  readonly seq: Generated<number>;
}

/** Work that waits for a person, or did. The columns before `header` are what is looked up, and repeat what it says. */
export interface SubmissionColumns {
  readonly id: string;
  /** The same for the same work; once among what waits. */
  readonly work: string;
  readonly revision: number;
  readonly status: string;
  readonly agent: string;
  readonly gate: string;
  readonly submitted_by: string;
  readonly submitted_at: string;
  readonly due_at: string;
  /** Who decided or took back; null while it waits. */
  readonly closed_by: string | null;
  /** Empty while it waits. */
  readonly closed_at: string;
  /** JSON: all but the long texts, so that a list reads none of them. */
  readonly header: string;
  /** JSON: the output, and of an approval with changes the accepted text and the diff. */
  readonly texts: string;
}

/** What the store knows of itself: its schema's version, and whether erased words still have to be scrubbed. */
interface StoreStateTable {
  readonly name: string;
  readonly value: number;
}

export interface Tables extends RolloutTables {
  readonly feedback: FeedbackTable;
  readonly feedback_tag: FeedbackTagTable;
  readonly agent_hour: AgentHourTable;
  readonly tag_hour: TagHourTable;
  readonly outbox: OutboxTable;
  readonly event: EventTable;
  readonly event_group: EventGroupTable;
  readonly event_retry: EventRetryTable;
  readonly event_dead: EventDeadTable;
  readonly audit: AuditTable;
  readonly vector_entry: VectorEntryTable;
  readonly vector_removed: VectorRemovedTable;
  readonly vector_head: VectorHeadTable;
  readonly rule: RuleTable;
  readonly rule_agent: RuleAgentTable;
  readonly injection: InjectionTable;
  readonly run_day: RunDayTable;
  readonly rule_run_day: RuleRunDayTable;
  readonly evaluation: EvaluationTable;
  readonly evaluation_count: EvaluationCountTable;
  readonly cluster: ClusterTable;
  readonly cluster_member: ClusterMemberTable;
  readonly cluster_author: ClusterAuthorTable;
  readonly cluster_day: ClusterDayTable;
  readonly cluster_apart: ClusterApartTable;
  readonly delivery: DeliveryTable;
  readonly alert: AlertTable;
  readonly webhook_endpoint: WebhookEndpointTable;
  readonly token: TokenTable;
  readonly session: SessionTable;
  readonly login_link: LoginLinkTable;
  readonly idempotency: IdempotencyTable;
  readonly submission: SubmissionTable;
  readonly store_state: StoreStateTable;
}
