import { type SignatureProblem, readGithubBody } from "../../core/github/verify-signature.ts";
import type { FeedbackDiagnostic } from "../../core/feedback/feedback-reading.ts";
import type { GithubContext } from "../../core/feedback/from-github-comment.ts";
import { fromGithubEvent } from "../../core/feedback/from-github-event.ts";
import { keepAgentWork } from "../../core/feedback/github-event.ts";
import type { Result } from "../../core/result.ts";
import type { DeliveryLog } from "../../ports/webhook.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

/** GitHub's limit; a server can reject a longer request before reading it. */
export const MAX_DELIVERY_BYTES = 25 * 1024 * 1024;

export interface GithubEventPorts {
  readonly store: Pick<FeedbackStore, "record">;
  readonly deliveries: DeliveryLog;
  /** Verifies the signature of the raw body and returns it; see `verifySignature`. */
  readonly verify: (body: Uint8Array, signature: unknown) => Result<string, SignatureProblem>;
  /** The current time in UTC. */
  readonly now: () => string;
  readonly context?: Omit<GithubContext, "now">;
}

/** An unverified request. */
export interface GithubDelivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export type GithubIntake =
  | { readonly status: "recorded"; readonly ids: readonly string[] }
  /** `already`: the records existed, as after an edit. `delivered_before`: the delivery was skipped. */
  | {
      readonly status: "known";
      readonly ids: readonly string[];
      readonly reason: "already" | "delivered_before";
      readonly message: string;
    }
  | {
      readonly status: "ignored";
      readonly ids: readonly [];
      readonly reason: FeedbackDiagnostic["reason"];
      readonly message: string;
    }
  | {
      readonly status: "refused";
      readonly ids: readonly [];
      readonly reason:
        | SignatureProblem["code"]
        | "too_large"
        | "delivery_malformed"
        | "event_missing"
        | "invalid_json";
      readonly message: string;
    };

/**
 * Records a webhook delivery once. Only the body is signed, so a delivery is recognised by its signature as well as
 * by its id, which a replay could change. It is remembered after it is recorded: a failed delivery can be repeated,
 * and records are never duplicated.
 */
export const ingestGithubEvent =
  ({ store, deliveries, verify, now, context }: GithubEventPorts) =>
  async ({ headers, body }: GithubDelivery): Promise<GithubIntake> => {
    if (body.byteLength > MAX_DELIVERY_BYTES) {
      return reject("too_large", `expected at most ${MAX_DELIVERY_BYTES} bytes, GitHub's limit`);
    }
    const verified = verify(body, headerOf(headers, "x-hub-signature-256"));
    if (!verified.ok) return reject(verified.error.code, verified.error.message);
    const delivery = headerOf(headers, "x-github-delivery");
    if (delivery === undefined || !/^[\w-]{1,128}$/.test(delivery)) {
      return reject("delivery_malformed", "expected the id of the delivery in the header X-GitHub-Delivery");
    }
    const event = headerOf(headers, "x-github-event");
    if (event === undefined || event === "") {
      return reject("event_missing", "expected the name of the event in the header X-GitHub-Event");
    }
    const marks = [delivery, verified.value];
    for (const mark of marks) {
      if (!(await deliveries.seen(mark))) continue;
      return { status: "known", ids: [], reason: "delivered_before", message: "was already processed" };
    }
    const payload = readGithubBody(body, headerOf(headers, "content-type"));
    if (!payload.ok) return reject("invalid_json", payload.error);
    const read = fromGithubEvent({ event, payload: payload.value }, { ...context, now: now() });
    const { feedback, diagnostics } = keepAgentWork(read, context ?? {});
    if (feedback.length === 0) {
      // Not remembered, because a later version may support it.
      const [first] = diagnostics;
      const { reason, message } = first ?? { reason: "nothing_said", message: "holds nothing" };
      return { status: "ignored", ids: [], reason, message };
    }
    const recorded = await store.record(feedback);
    await deliveries.remember(marks);
    const ids = recorded.map(({ id }) => id);
    if (recorded.some(({ state }) => state === "new")) return { status: "recorded", ids };
    return {
      status: "known",
      ids,
      reason: "already",
      message: "was already recorded; edits are ignored",
    };
  };

const reject = (
  reason: Extract<GithubIntake, { status: "refused" }>["reason"],
  message: string,
): GithubIntake => ({ status: "refused", ids: [], reason, message });

/** Header names are case-insensitive. A repeated header is ignored, because it is ambiguous. */
function headerOf(headers: GithubDelivery["headers"], name: string): string | undefined {
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return values.length === 1 ? values[0] : undefined;
}
