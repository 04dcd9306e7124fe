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

export interface AuditTables {
  readonly audit: AuditTable;
}
