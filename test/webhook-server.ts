import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { webhookSecret } from "../src/core/webhook/webhook-settings.ts";

export const TEST_SECRET = webhookSecret(Buffer.alloc(32, 11));

interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the receivers' own library reads once it has verified the signature. */
  readonly read: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

export interface WebhookServer {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** What was wrong with a signature. */
  readonly violations: readonly string[];
  stop(): Promise<void>;
}

/** An endpoint on this machine that verifies every signature and answers as a test wants it to; `nth` counts from 1. */
export async function startWebhookServer(
  answer: (response: ServerResponse, nth: number) => void = (response) => void response.writeHead(204).end(),
  secret = TEST_SECRET,
): Promise<WebhookServer> {
  const received: ReceivedWebhook[] = [];
  const violations: string[] = [];
  const server = createServer((incoming, response) => {
    void incoming.toArray().then((chunks) => {
      const body = Buffer.concat(chunks as Buffer[]).toString();
      const headers = incoming.headers as Record<string, string>;
      try {
        const read = new Webhook(secret).verify(body, headers) as ReceivedWebhook["read"];
        received.push({ path: incoming.url ?? "", headers, body, read });
      } catch (error) {
        violations.push(String(error));
      }
      answer(response, received.length);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    violations,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
