/** One readable file of the ledger; the path is relative, with `/` between safe parts. */
export interface LedgerFile {
  readonly path: string;
  readonly text: string;
}

/** What one commit of the ledger changes. */
export interface LedgerBatch {
  /** What the commit holds, for people: one line, a blank one, and a few more. */
  readonly message: string;
  /** When the newest of what it holds happened; the time of writing when left out. */
  readonly time?: string;
  readonly files: readonly LedgerFile[];
  /** Paths that are no longer there afterwards. */
  readonly removed: readonly string[];
}
