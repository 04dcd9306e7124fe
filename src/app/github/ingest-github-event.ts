import { type SignatureProblem, readGithubBody } from "../../core/github/verify-signature.ts";
import type { FeedbackDiagnostic } from "../../core/feedback/feedback-reading.ts";
import type { GithubContext } from "../../core/feedback/from-github-comment.ts";
import { fromGithubEvent } from "../../core/feedback/from-github-event.ts";
import { keepAgentWork } from "../../core/feedback/github-event.ts";
import type { Result } from "../../core/result.ts";
import type { DeliveryLog } from "../../ports/webhook.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

/** GitHub sends no more; a server can refuse a request by its length before it reads it. */
export const MAX_DELIVERY_BYTES = 25 * 1024 * 1024;

export interface GithubEventPorts {
  readonly store: Pick<FeedbackStore, "record">;
  readonly deliveries: DeliveryLog;
  /** Checks the signature over the body as it was sent, and answers it; see `verifySignature`. */
  readonly verify: (body: Uint8Array, signature: unknown) => Result<string, SignatureProblem>;
  /** The current time in UTC. */
  readonly now: () => string;
  readonly context?: Omit<GithubContext, "now">;
}

/** A request as it came in, before anything of it is believed. */
export interface GithubDelivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export type GithubIntake =
  | { readonly status: "recorded"; readonly ids: readonly string[] }
  /** `already`: the records were there, as after an edit; `delivered_before`: nothing was looked at. */
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
 * Records what a webhook's delivery tells, once. Only the body is signed, so a delivery is known by its signature
 * as well as by its id, which anybody who repeats it can change. It is remembered after it is recorded: one whose
 * recording failed can come again, and records themselves never double.
 */
export const ingestGithubEvent =
  ({ store, deliveries, verify, now, context }: GithubEventPorts) =>
  async ({ headers, body }: GithubDelivery): Promise<GithubIntake> => {
    if (body.byteLength > MAX_DELIVERY_BYTES) {
      return refuse("too_large", `expected at most ${MAX_DELIVERY_BYTES} bytes, GitHub's limit`);
    }
    const verified = verify(body, headerOf(headers, "x-hub-signature-256"));
    if (!verified.ok) return refuse(verified.error.code, verified.error.message);
    const delivery = headerOf(headers, "x-github-delivery");
    if (delivery === undefined || !/^[\w-]{1,128}$/.test(delivery)) {
      return refuse("delivery_malformed", "expected the id of the delivery in the header X-GitHub-Delivery");
    }
    const event = headerOf(headers, "x-github-event");
    if (event === undefined || event === "") {
      return refuse("event_missing", "expected the name of the event in the header X-GitHub-Event");
    }
    const marks = [delivery, verified.value];
    for (const mark of marks) {
      if (!(await deliveries.seen(mark))) continue;
      return { status: "known", ids: [], reason: "delivered_before", message: "was already processed" };
    }
    const payload = readGithubBody(body, headerOf(headers, "content-type"));
    if (!payload.ok) return refuse("invalid_json", payload.error);
    const read = fromGithubEvent({ event, payload: payload.value }, { ...context, now: now() });
    const { feedback, diagnostics } = keepAgentWork(read, context ?? {});
    if (feedback.length === 0) {
      // Not remembered: a later version may know what to make of it.
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

const refuse = (
  reason: Extract<GithubIntake, { status: "refused" }>["reason"],
  message: string,
): GithubIntake => ({ status: "refused", ids: [], reason, message });

/** Names of headers have no case; one that is given twice is none, since nobody can say which counts. */
function headerOf(headers: GithubDelivery["headers"], name: string): string | undefined {
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return values.length === 1 ? values[0] : undefined;
}
