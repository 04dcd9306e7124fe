/** Since when an endpoint is told, by the name of its group, and when a process last named it. */
interface WebhookEndpointTable {
  readonly name: string;
  /** The place in the event log after which it is told; a time in rows of earlier versions. */
  readonly since: string;
  readonly seen_at: string;
}

export interface WebhookTables {
  readonly webhook_endpoint: WebhookEndpointTable;
}
