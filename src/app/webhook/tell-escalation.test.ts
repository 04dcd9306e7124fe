import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDocument } from "../../../test/make-round.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../../test/webhook-server.ts";
import type { EmendEvent } from "../../core/event/emend-event.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import { createHmacSha256 } from "../../drivers/crypto/hmac-sha256.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { createHttpSender } from "../../drivers/webhook/http-sender.ts";
import type { Store } from "../../ports/store.ts";
import { recordRound } from "../iteration/record-round.ts";
import { deliverToEndpoint } from "./deliver-to-endpoint.ts";

let store: Store;
let server: WebhookServer;
beforeEach(async () => {
  store = await openTestStore();
  server = await startWebhookServer();
});
afterEach(async () => {
  await server.stop();
  await store.close();
});

describe("a webhook of an issue that escalates", () => {
  it("17.1 is sent once, with the issue's words and a link to the task", async () => {
    const settings = readWebhookSettings(
      { urls: [server.url], secret: TEST_SECRET },
      { createMac: createHmacSha256, hash: sha256 },
    );
    if (!settings.ok) throw new Error(settings.error.message);
    const { endpoints } = settings.value;
    const ports = {
      rules: store.rules,
      alerts: store.alerts,
      iterations: store.iterations,
      evaluations: store.evaluations,
      feedback: store.feedback,
      sender: createHttpSender({ userAgent: "emend/test" }),
      settings: settings.value,
      publicUrl: "https://emend.example",
      hash: sha256,
      now: () => new Date(),
      wait: () => Promise.resolve(),
    };
    const tell = deliverToEndpoint(ports, endpoints[0]!, "0-0", new AbortController().signal);
    const learning = () => Promise.reject(new Error("words are enough here"));
    const now = (): string => new Date().toISOString();
    const record = recordRound({ iterations: store.iterations, learning, now });
    for (const number of [1, 2, 3, 4]) {
      await record({ task: "PAY/17", agent: "rio", document: makeDocument(number), by: "ana" });
    }
    const events: EmendEvent[] = [];
    await store.outbox.relay(100, async (batch) => void events.push(...batch));
    for (const [at, event] of events.entries()) await tell([{ id: `${at + 1}-0`, event, attempt: 1 }]);
    expect(server.violations).toEqual([]);
    expect(server.received.map(({ read }) => read)).toMatchObject([
      {
        type: "iteration.escalated",
        data: {
          task: "PAY/17",
          agent: "rio",
          round: 3,
          seen: 3,
          issue: "The total is off by one when the list is empty",
          link: "https://emend.example/tasks/PAY%2F17?agent=rio",
        },
      },
    ]);
  });
});
