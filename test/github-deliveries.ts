import { createHmac, randomUUID } from "node:crypto";
import { afterEach } from "vitest";
import { verifySignature } from "../src/core/github/verify-signature.ts";
import { createHmacSha256 } from "../src/drivers/crypto/hmac-sha256.ts";
import type { HttpContext } from "../src/http/http-context.ts";
import { type Listening, listen } from "../src/http/listen.ts";
import { type HttpSession, openHttp } from "./http-session.ts";

export const SECRET = "It's a Secret to Everybody";
const MACS = [createHmacSha256(SECRET)];
export const GITHUB: NonNullable<HttpContext["github"]> = {
  verify: (body, signature) => verifySignature(body, signature, MACS),
  agents: { "rio-app[bot]": "rio" },
};

export const sign = (body: string | Buffer, secret = SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

export interface Sending {
  readonly id?: string;
  readonly event?: string;
  readonly secret?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export const review = {
  id: 44,
  state: "changes_requested",
  body: "Close the file in every branch.",
  user: { login: "ana", type: "User" },
  author_association: "MEMBER",
  submitted_at: "2026-05-01T08:01:00Z",
  html_url: "https://github.com/acme/shop/pull/7#pullrequestreview-44",
};
/** A review of an agent's work, as GitHub tells of it. */
export const submitted = {
  action: "submitted",
  review,
  pull_request: { user: { login: "rio-app[bot]", type: "Bot" } },
};

/** A server that GitHub may deliver to, which each test opens and which goes with it. */
export function openDeliveries() {
  let http: HttpSession;
  let listening: Listening;
  afterEach(async () => {
    await listening.stop();
    await http.close();
  });

  async function open(more: Partial<HttpContext> = { github: GITHUB }): Promise<void> {
    http = await openHttp(more);
    listening = await listen(http.app.fetch, { host: "127.0.0.1", port: 0 });
  }

  async function deliver(content: unknown, sending: Sending = {}) {
    const { id = randomUUID(), event = "pull_request_review", secret, headers = {} } = sending;
    const body = typeof content === "string" ? content : JSON.stringify(content);
    const all = {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/1a2b3c4",
      "x-github-event": event,
      "x-github-delivery": id,
      "x-hub-signature-256": sign(body, secret),
      ...headers,
    };
    const response = await fetch(`http://127.0.0.1:${listening.port}/webhooks/github`, {
      method: "POST",
      headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      body,
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  }

  const context = (): HttpContext => http.context;
  const kept = async () => (await http.context.store.feedback.list({ limit: 500 })).items;
  return { open, deliver, context, kept, port: () => listening.port };
}
