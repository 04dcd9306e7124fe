/** An alert. `document` is the alert as it was raised. */
interface AlertTable {
  readonly id: string;
  /** Unique among alerts that are not cleared. */
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
