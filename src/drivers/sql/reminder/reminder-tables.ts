interface ReminderEndTable {
  readonly feedback_id: string;
  readonly how: string;
  readonly ended_by: string;
  readonly reason: string;
  readonly ended_at: string;
}

export interface ReminderTables {
  readonly reminder_end: ReminderEndTable;
}
