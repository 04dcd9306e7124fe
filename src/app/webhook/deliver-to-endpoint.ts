import type { Digest, AuditHead } from "../../core/audit/audit-entry.ts";
import { isAfterPosition } from "../../core/event/emend-event.ts";
import {
  readOutgoing,
  type Outgoing,
  ambiguousMessage,
  alertMessage,
  escalationMessage,
  ruleMessage,
  messageId,
  type WebhookMessage,
} from "../../core/webhook/webhook-message.ts";
import {
  signWebhook,
  type WebhookEndpoint,
  type WebhookSettings,
} from "../../core/webhook/webhook-settings.ts";
import { webhookPause } from "../../core/webhook/webhook-pause.ts";
import type { AlertStore, WebhookReply, WebhookSender } from "../../ports/webhook.ts";
import type { EvaluationStore, RuleStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { type LogEntry, UnfitEvent } from "../../ports/event-log.ts";
import type { IterationStore } from "../../ports/iteration-store.ts";
import { ExternalError } from "../../ports/errors.ts";

export const WEBHOOK_TIMEOUT_MS = 10_000;

export interface DeliverToEndpointPorts {
  readonly rules: Pick<RuleStore, "find">;
  readonly alerts: Pick<AlertStore, "find">;
  readonly iterations: Pick<IterationStore, "findRound">;
  readonly evaluations: Pick<EvaluationStore, "find">;
  readonly feedback: Pick<FeedbackStore, "find">;
  readonly sender: WebhookSender;
  readonly settings: Pick<WebhookSettings, "types" | "macs">;
  /** The web app's URL, for links. */
  readonly publicUrl?: string;
  readonly hash: Digest;
  readonly now: () => Date;
  /** Resolves after the delay, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for each delivered message. Never throws. */
  readonly onSent?: (sent: { readonly endpoint: string; readonly type: string; readonly id: string }) => void;
}

/**
 * Posts events to one endpoint. Events up to the position `since` are skipped, so that a new endpoint gets no past
 * events; positions are compared instead of times, because clocks may be set. After a failure the handler waits
 * before it throws, so that the log retries after the pause and a shutdown in between costs no attempt. An endpoint
 * that responds 410 Gone gets nothing more from this process.
 */
export function deliverToEndpoint(
  ports: DeliverToEndpointPorts,
  endpoint: WebhookEndpoint,
  since: string,
  signal: AbortSignal,
): (entries: readonly LogEntry[]) => Promise<void> {
  const { settings, sender, now, wait, onSent } = ports;
  let failures = 0;
  let gone = false;

  const outgoingOf = ({ id, event }: LogEntry): Outgoing | undefined => {
    if (gone || !isAfterPosition(id, since)) return undefined;
    const outgoing = readOutgoing(event);
    return outgoing !== undefined && settings.types.has(outgoing.type) ? outgoing : undefined;
  };

  const failed = async (message: string, reply?: WebhookReply): Promise<never> => {
    failures += 1;
    await wait(webhookPause(failures, reply?.retryAfterSeconds), signal);
    throw new ExternalError("webhook_refused", message);
  };

  const post = async (message: WebhookMessage): Promise<void> => {
    const { url, shown } = endpoint;
    let reply: WebhookReply;
    try {
      const signed = signWebhook(message, settings.macs, now());
      reply = await sender.send({ url, ...signed, timeoutMs: WEBHOOK_TIMEOUT_MS });
    } catch (error) {
      return failed(error instanceof Error ? error.message : `${shown} could not be reached`);
    }
    const { status } = reply;
    if (status === 410) {
      gone = true;
      throw new UnfitEvent(
        `${shown} answered 410 Gone and gets no more messages until a restart; remove it from webhooks.urls`,
      );
    }
    if (status < 200 || status > 299) {
      return failed(`${shown} answered ${status} to ${message.type}; expected 2xx`, reply);
    }
    failures = 0;
    onSent?.({ endpoint: shown, type: message.type, id: message.id });
  };

  return async (entries) => {
    const outgoing = entries.flatMap((entry) => outgoingOf(entry) ?? []);
    if (outgoing.length === 0) return;
    // One at a time, so that each delivery is acknowledged independently; the log then redelivers them one by one.
    if (entries.length > 1) throw new Error("messages are sent one at a time");
    for (const one of outgoing) {
      const data = await dataOf(one, ports);
      if (data === undefined) continue;
      const id = messageId(one.eventId, ports.hash);
      await post({ id, type: one.type, timestamp: one.time, data: { event_id: one.eventId, ...data } });
    }
  };
}

/** The content of the event's record; undefined if it was deleted or resolved meanwhile. */
async function dataOf(
  outgoing: Outgoing,
  { rules, alerts, iterations, evaluations, feedback, publicUrl }: DeliverToEndpointPorts,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  switch (outgoing.about) {
    case "alert": {
      const record = await alerts.find(outgoing.subject);
      return record === undefined ? undefined : alertMessage(record);
    }
    case "rule": {
      const rule = await rules.find(outgoing.subject);
      return rule === undefined ? undefined : ruleMessage(rule, outgoing.acts, publicUrl);
    }
    case "evaluation": {
      const record = await evaluations.find(outgoing.subject);
      if (record === undefined) return undefined;
      return ambiguousMessage(record, await feedback.find(record.feedback_id), publicUrl);
    }
    case "submission":
      return outgoing.data;
    case "iteration": {
      const round = await iterations.findRound(outgoing, outgoing.position);
      return round === undefined ? undefined : escalationMessage(round, outgoing.subject, publicUrl);
    }
  }
}

/** Sends the signed head of the audit log to an endpoint, as proof of the log's state. */
export const sendAuditHead =
  ({
    sender,
    settings,
    now,
  }: {
    readonly sender: WebhookSender;
    readonly settings: Pick<WebhookSettings, "macs">;
    readonly now: () => Date;
  }) =>
  ({ url }: WebhookEndpoint, { seq, hash }: AuditHead): Promise<WebhookReply> => {
    const time = now();
    const message = {
      // The same head is the same message.
      id: `msg_${hash.slice(0, 32)}`,
      type: "emend.audit.head",
      timestamp: time.toISOString(),
      data: { seq, hash },
    } as const;
    return sender.send({ url, ...signWebhook(message, settings.macs, time), timeoutMs: WEBHOOK_TIMEOUT_MS });
  };
