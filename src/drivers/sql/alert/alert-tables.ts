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

export interface AlertTables {
  readonly alert: AlertTable;
}
