import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { fromGithubComment } from "../../core/feedback/from-github-comment.ts";
import { verifySignature } from "../../core/github/verify-signature.ts";
import { createHmacSha256 } from "../../drivers/crypto/hmac-sha256.ts";
import type { Store } from "../../ports/store.ts";
import { MAX_DELIVERY_BYTES, ingestGithubEvent, type GithubDelivery } from "./ingest-github-event.ts";

const SECRETS = ["old secret", "new secret"];
const NOW = "2026-05-01T12:00:00Z";
const review = {
  id: 44,
  state: "changes_requested",
  body: "Close the file in every branch.",
  user: { login: "ana", type: "User" },
  author_association: "MEMBER",
  submitted_at: "2026-05-01T08:01:00Z",
  html_url: "https://github.com/acme/shop/pull/7#pullrequestreview-44",
};
const submitted = {
  action: "submitted",
  review,
  pull_request: { user: { login: "rio-app[bot]", type: "Bot" } },
};

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const takeIn = (delivery: GithubDelivery, given: Partial<Store> = {}) => {
  const { feedback, deliveries } = { ...store, ...given };
  return ingestGithubEvent({
    store: feedback,
    deliveries,
    verify: (body, header) => verifySignature(body, header, SECRETS.map(createHmacSha256)),
    now: () => NOW,
    context: { agents: { "rio-app[bot]": "rio" } },
  })(delivery);
};

interface Sending {
  readonly id?: string;
  readonly event?: string;
  readonly secret?: string;
  readonly headers?: GithubDelivery["headers"];
}

const deliver = (content: unknown, sending: Sending = {}): GithubDelivery => {
  const { id = "d-1", event = "pull_request_review", secret = "new secret", headers = {} } = sending;
  const body = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return {
    headers: {
      "content-type": "application/json",
      "X-GitHub-Event": event,
      "X-GitHub-Delivery": id,
      "X-Hub-Signature-256": signature,
      ...headers,
    },
    body,
  };
};

const kept = async () => (await store.feedback.list({ limit: 10 })).items;

describe("takeInGithubEvent", () => {
  it.each(SECRETS)("002.7: records what is signed with the %s", async (secret) => {
    const taken = await takeIn(deliver(submitted, { secret }));
    const records = await kept();
    expect(records).toMatchObject([{ agent: "rio", outcome: "rejected", task: "acme/shop#7" }]);
    expect(taken).toEqual({ status: "recorded", ids: records.map(({ id }) => id) });
  });

  it("reads the form that webhooks send by default", async () => {
    const form = new URLSearchParams({ payload: JSON.stringify(submitted) }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    expect(await takeIn(deliver(form, { headers }))).toMatchObject({ status: "recorded" });
    expect(await takeIn(deliver("other=1", { headers, id: "d-2" }))).toMatchObject({
      status: "refused",
      reason: "invalid_json",
    });
  });

  it.each<[why: string, again: Sending]>([
    ["as it was", {}],
    ["under another id, which is not signed", { id: "d-2" }],
    ["under another event's name, which is not signed either", { id: "d-2", event: "issue_comment" }],
  ])("deals once with a delivery that is repeated %s", async (_why, again) => {
    await takeIn(deliver(submitted));
    expect(await takeIn(deliver(submitted, again))).toMatchObject({
      status: "known",
      ids: [],
      reason: "delivered_before",
    });
    expect(await kept()).toHaveLength(1);
  });

  it("brings nothing back that was erased, when the delivery is repeated", async () => {
    await takeIn(deliver(submitted));
    await store.feedback.deleteOlderThan("2027-01-01T00:00:00Z");
    expect(await takeIn(deliver(submitted, { id: "d-9" }))).toMatchObject({ status: "known" });
    expect(await kept()).toEqual([]);
  });

  it("keeps what was said first when it is edited later", async () => {
    const { ids } = await takeIn(deliver(submitted));
    const edited = { ...submitted, action: "edited", review: { ...review, body: "Never mind." } };
    expect(await takeIn(deliver(edited, { id: "d-2" }))).toMatchObject({
      status: "known",
      ids,
      reason: "already",
    });
    expect(await kept()).toMatchObject([{ comment: review.body }]);
  });

  it("knows what was imported before from the API's list", async () => {
    const listed = fromGithubComment([{ ...review, state: "CHANGES_REQUESTED" }], { now: NOW, agent: "rio" });
    const [recorded] = await store.feedback.record(listed.feedback);
    expect(await takeIn(deliver(submitted))).toMatchObject({
      status: "known",
      ids: [recorded!.id],
      reason: "already",
    });
  });

  it("takes one of many that arrive at once as new", async () => {
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, at) => takeIn(deliver(submitted, { id: `d-${at % 4}` }))),
    );
    expect(taken.filter(({ status }) => status === "recorded")).toHaveLength(1);
    expect(taken.filter(({ status }) => status === "known")).toHaveLength(7);
    expect(await kept()).toHaveLength(1);
  });

  it("lets a delivery come again whose recording failed", async () => {
    const record = () => Promise.reject(new Error("disk full"));
    const failing = { feedback: { ...store.feedback, record } };
    await expect(takeIn(deliver(submitted), failing)).rejects.toThrow("disk full");
    expect(await takeIn(deliver(submitted))).toMatchObject({ status: "recorded" });
  });

  it.each<[why: string, delivery: GithubDelivery, reason: string]>([
    ["unsigned", deliver(submitted, { headers: { "X-Hub-Signature-256": undefined } }), "signature_missing"],
    ["wrong secret", deliver(submitted, { secret: "guessed" }), "signature_wrong"],
    [
      "forged",
      deliver(submitted, { headers: { "X-Hub-Signature-256": `sha256=${"0".repeat(64)}` } }),
      "signature_wrong",
    ],
    [
      "one byte of the body is another",
      { ...deliver(submitted), body: Buffer.from(JSON.stringify(submitted).replace("file", "fire")) },
      "signature_wrong",
    ],
    [
      "signed twice",
      deliver(submitted, {
        headers: { "x-hub-signature-256": deliver(submitted).headers["X-Hub-Signature-256"] },
      }),
      "signature_missing",
    ],
    ["oversized", { ...deliver("{}"), body: Buffer.alloc(MAX_DELIVERY_BYTES + 1) }, "too_large"],
    ["no id", deliver(submitted, { headers: { "X-GitHub-Delivery": undefined } }), "delivery_malformed"],
    ["a strange id", deliver(submitted, { id: "x".repeat(129) }), "delivery_malformed"],
    ["no event", deliver(submitted, { headers: { "X-GitHub-Event": undefined } }), "event_missing"],
    ["no JSON", deliver("{'a': 1}"), "invalid_json"],
    ["no UTF-8", signedBytes(Buffer.from([0x22, 0xff, 0x22])), "invalid_json"],
  ])("refuses what is %s, and keeps nothing", async (_why, delivery, reason) => {
    const taken = await takeIn(delivery);
    expect(taken).toMatchObject({ status: "refused", ids: [], reason });
    expect(taken).toHaveProperty("message");
    expect(await kept()).toEqual([]);
    expect(await store.deliveries.seen("d-1")).toBe(false);
  });

  it.each<[why: string, event: string, payload: unknown, reason: string]>([
    ["a ping", "ping", { zen: "x" }, "not_feedback"],
    ["a deleted comment", "issue_comment", { action: "deleted", issue: { pull_request: {} } }, "deleted"],
    ["no object", "pull_request_review", [1], "not_an_object"],
  ])("ignores %s with its reason, and does not remember it", async (_why, event, payload, reason) => {
    expect(await takeIn(deliver(payload, { event }))).toMatchObject({ status: "ignored", ids: [], reason });
    expect(await store.deliveries.seen("d-1")).toBe(false);
  });
});

function signedBytes(body: Buffer): GithubDelivery {
  const signature = `sha256=${createHmac("sha256", "new secret").update(body).digest("hex")}`;
  return { ...deliver("{}", { headers: { "X-Hub-Signature-256": signature } }), body };
}
