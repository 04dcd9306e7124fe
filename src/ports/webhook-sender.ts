/** Posts what others are told. */
export interface WebhookSender {
  /**
   * Answers with whatever status came back; redirects are not followed. Throws a WorldError where no status came back
   * in time, and never names more of the address than its host: the rest of it is often a secret.
   */
  send(post: WebhookPost): Promise<WebhookReply>;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface WebhookReply {
  readonly status: number;
  /** What the header Retry-After asks for. */
  readonly retryAfterSeconds?: number;
}
