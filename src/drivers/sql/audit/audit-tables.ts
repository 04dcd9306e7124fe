/** An act of a person, chained to the previous one by hash. */
interface AuditTable {
  /** Counts up from 1 without gaps, which database sequences do not guarantee. */
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly subject: string;
  /**
   * Who acted, and how. Erasing that person nulls it together with the salt that keeps the hash from being guessed.
   */
  readonly body: string | null;
  readonly salt: string | null;
  readonly body_hash: string;
  readonly previous: string;
  readonly hash: string;
}

export interface AuditTables {
  readonly audit: AuditTable;
}
