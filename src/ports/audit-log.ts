import type { AuditAct, AuditEntry, AuditHead, AuditVerdict } from "../core/audit/audit-entry.ts";

/** The append-only log of people's changes. Every driver passes test/contract/audit-log.ts. */
export interface AuditLog {
  /** Appends an action durably. */
  append(act: AuditAct): Promise<AuditEntry>;
  /** Newest first; `before` is the number of the last entry of an earlier page. */
  list(query: AuditQuery): Promise<readonly AuditEntry[]>;
  /**
   * The entries that match, newest first, as one page. Looks at a limited number of entries, so a page may have fewer
   * entries than asked for although `next` is set.
   */
  search(query: AuditSearch): Promise<AuditPage>;
  /**
   * Verifies the whole chain and reports the first broken link; with a published head, also whether the chain
   * contains it.
   */
  verify(noted?: AuditHead): Promise<AuditVerdict>;
}

interface AuditQuery {
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly before?: number;
  /** Only these actions. */
  readonly actions?: readonly string[];
}

export interface AuditSearch extends AuditQuery {
  /** The first part of an action, such as `rule`. */
  readonly kind?: string;
  readonly actor?: string;
  /** UTC to the millisecond, inclusive. */
  readonly since?: string;
  /** UTC to the millisecond, exclusive. */
  readonly until?: string;
}

interface AuditPage {
  readonly items: readonly AuditEntry[];
  /** What to pass as `before` for the next page; absent on the last one. */
  readonly next?: number;
}

/** Annotated tags of a git repository, where the head of the audit log can be published. */
export interface HeadTags {
  /** Creates a new tag on the current commit. */
  write(name: string, message: string): Promise<void>;
  /** The message of a tag; undefined if there is no such tag. */
  read(name: string): Promise<string | undefined>;
}
