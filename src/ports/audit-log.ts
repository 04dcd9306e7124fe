import type { AuditAct, AuditEntry, AuditHead, AuditVerdict } from "../core/audit/audit-entry.ts";

/** What people changed, in one order, never altered. Every driver passes test/contract/audit-log.ts. */
export interface AuditLog {
  /** Adds one act behind the last; answers once a crash can no longer lose it. */
  append(act: AuditAct): Promise<AuditEntry>;
  /** Newest first; `before` is the number of the last entry of an earlier page. */
  list(query: AuditQuery): Promise<readonly AuditEntry[]>;
  /** Reads the whole chain, and names the first link that does not hold; with a noted head, also that it leads there. */
  verify(noted?: AuditHead): Promise<AuditVerdict>;
}

interface AuditQuery {
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly before?: number;
}

/** Annotated tags of a git repository, where the head of the audit log can be published. */
export interface HeadTags {
  /** Makes a tag on the present commit; one of that name must not be there yet. */
  write(name: string, message: string): Promise<void>;
  /** The message of a tag; nothing if there is no such tag. */
  read(name: string): Promise<string | undefined>;
}
