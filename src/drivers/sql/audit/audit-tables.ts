import type { SealedEntry } from "../../../core/audit/audit-entry.ts";

export interface AuditTables {
  /**
   * Acts of people, each chained to the previous one by hash. `seq` counts up from 1 without gaps, which database
   * sequences do not guarantee.
   */
  readonly audit: SealedEntry;
}
