import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookSecret } from "../../src/core/webhook/webhook-settings.ts";

/** What an endpoint was told. */
export interface TakenWebhooks {
  readonly env: Readonly<Record<string, string>>;
  /** By type and rule, the ids of the messages. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  readonly messages: () => number;
  readonly close: () => Promise<void>;
}

/** An endpoint that takes everything, and refuses now and then as others do when they are busy. */
export async function takeWebhooks(): Promise<TakenWebhooks> {
  const told = new Map<string, Set<string>>();
  let [messages, asked] = [0, 0];
  const server = createServer((incoming, response) => {
    void incoming.toArray().then(
      (chunks) => {
        asked += 1;
        if (asked % 31 === 0) return response.writeHead(503, { "retry-after": "1" }).end();
        const { type, data } = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as {
          readonly type: string;
          readonly data: { readonly rule_id?: string };
        };
        messages += 1;
        const about = `${type} ${data.rule_id ?? ""}`;
        const ids = told.get(about) ?? new Set();
        told.set(about, ids.add(String(incoming.headers["webhook-id"])));
        return response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    env: {
      EMEND_WEBHOOKS_URLS: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      EMEND_WEBHOOKS_SECRET: webhookSecret(Buffer.alloc(32, 7)),
    },
    told,
    messages: () => messages,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
