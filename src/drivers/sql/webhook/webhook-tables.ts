/** A webhook endpoint, by the name of its group, and when a process last used it. */
interface WebhookEndpointTable {
  readonly name: string;
  /** The position in the event log after which it gets events. Rows of earlier versions contain a time. */
  readonly since: string;
  readonly seen_at: string;
}

export interface WebhookTables {
  readonly webhook_endpoint: WebhookEndpointTable;
}
