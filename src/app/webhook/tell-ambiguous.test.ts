import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../../test/webhook-server.ts";
import type { EvaluationCommand } from "../../core/evaluation/decide-evaluation.ts";
import type { Classification } from "../../core/evaluation/evaluation.ts";
import type { EmendEvent } from "../../core/event/emend-event.ts";
import { readWebhookSettings } from "../../core/webhook/webhook-settings.ts";
import { createHmacSha256 } from "../../drivers/crypto/hmac-sha256.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { createHttpSender } from "../../drivers/webhook/http-sender.ts";
import type { Store } from "../../ports/store.ts";
import { decideOnEvaluation } from "../evaluation/decide-on-evaluation.ts";
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

const made = (id: string, classification: Classification, rationale: string): EvaluationCommand => ({
  type: "evaluate",
  by: { id: "emend", trust: "tool" },
  evaluation: {
    feedback_id: id,
    classification,
    confidence: 0.6,
    rationale,
    similar_feedback_ids: [],
    proposed_action: null,
    ...(classification === "ambiguous" ? { contradicts: ["fb-earlier"] } : {}),
  },
});

describe("a webhook of ambiguous feedback", () => {
  it("003.8 is sent once, and not if somebody resolved it in the meantime", async () => {
    const settings = readWebhookSettings(
      { urls: [server.url], secret: TEST_SECRET },
      { createMac: createHmacSha256, hash: sha256 },
    );
    if (!settings.ok) throw new Error(settings.error.message);
    const ports = {
      ...store,
      sender: createHttpSender({ userAgent: "emend/test" }),
      settings: settings.value,
      publicUrl: "https://emend.example",
      hash: sha256,
      now: () => new Date(),
      wait: () => Promise.resolve(),
    };
    const [endpoint] = settings.value.endpoints;
    const tell = deliverToEndpoint(ports, endpoint!, "0-0", new AbortController().signal);
    const [one, two] = [makeFeedback(1, { comment: "Use tabs." }), makeFeedback(2)];
    await store.feedback.record([one, two]);
    const decide = decideOnEvaluation({ ...store, now: () => "2026-03-10T11:42:00.000Z" });
    await decide(one.id, made(one.id, "edge_case", "said once"));
    await decide(one.id, made(one.id, "ambiguous", "asks for the opposite"));
    await decide(one.id, made(one.id, "ambiguous", "asks for the opposite of two"));
    await decide(two.id, made(two.id, "ambiguous", "contradicts"));
    const by = { id: "ana", trust: "person" } as const;
    await decide(two.id, { type: "resolve_ambiguous", by, as: "edge_case", reason: "" });
    const events: EmendEvent[] = [];
    await store.outbox.relay(100, async (batch) => void events.push(...batch));
    for (const [at, event] of events.entries()) await tell([{ id: `${at + 1}-0`, event, attempt: 1 }]);
    expect(server.violations).toEqual([]);
    expect(server.received.map(({ read }) => read)).toMatchObject([
      {
        type: "feedback.ambiguous",
        data: {
          feedback_id: one.id,
          said: "Use tabs.",
          message: "asks for the opposite of two",
          contradicts: ["fb-earlier"],
          link: `https://emend.example/feedback/${one.id}`,
        },
      },
    ]);
  });
});
