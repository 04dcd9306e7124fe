import { defined } from "../../core/defined.ts";
import { reasonOf, retryDelay } from "../../core/event/retry-delay.ts";
import { WEBHOOK_GROUP, type WebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { EventLog, Outbox } from "../../ports/event-log.ts";
import { deliverToEndpoint, type DeliverToEndpointPorts } from "./deliver-to-endpoint.ts";
import { areComparable, isLogPosition } from "../../core/event/emend-event.ts";
import type { WebhookEndpoints } from "../../ports/webhook.ts";

const BATCH = 500;

/** How often and how long to wait for other relays to publish past events. */
const MAX_POLLS = 20;

const POLL_MS = 100;

/**
 * Registers endpoints; new ones start after the newest entry of the log. Events that are still in the outbox are
 * published first, so that they count as past. An endpoint with a position of another log starts anew. One that an
 * older version stored with a time gets everything its group has not read.
 */
const startEndpoints =
  ({ events, outbox, endpoints, wait }: BeginPorts) =>
  async (groups: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
    const known = await endpoints.keep(groups);
    const newest = await events.newest();
    const fresh = groups.filter((group) => {
      const position = known.get(group);
      return position === undefined || (isLogPosition(position) && !areComparable(position, newest));
    });
    if (fresh.length === 0) return known;
    while ((await outbox.relay(BATCH, (batch) => events.publish(batch))) === BATCH);
    for (let polls = 0; polls < MAX_POLLS && (await outbox.depth()) > 0 && !signal.aborted; polls += 1) {
      if ((await outbox.relay(BATCH, (batch) => events.publish(batch))) === 0) await wait(POLL_MS, signal);
    }
    const position = await events.newest();
    for (const group of fresh) await endpoints.begin(group, position, known.get(group));
    return endpoints.keep(groups);
  };

export interface DeliverWebhooksPorts
  extends Omit<DeliverToEndpointPorts, "settings">, Pick<BeginPorts, "outbox" | "endpoints"> {
  readonly settings: WebhookSettings;
  readonly events: Pick<EventLog, "consume" | "newest" | "publish" | "groups" | "forget">;
  /** Unique among running readers. */
  readonly consumer: string;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Called for failures, which are retried. Never throws. */
  readonly onFault?: (fault: { readonly code: string; readonly message: string }) => void;
}

const KEEP_EVERY_MS = 3_600_000;

/**
 * Delivers events to every endpoint until the signal fires. Each endpoint is a consumer group, so a slow or broken
 * one does not delay others. Every worker may run it, even without endpoints, to delete the groups of removed ones.
 * It ends before the log is closed.
 */
export const deliverWebhooks =
  ({ events, outbox, endpoints, consumer, random, onFault, ...ports }: DeliverWebhooksPorts) =>
  async (signal: AbortSignal): Promise<void> => {
    const listed = ports.settings.endpoints;
    const groups = listed.map(({ group }) => group);
    const begin = startEndpoints({ events, outbox, endpoints, wait: ports.wait });

    /** Groups are created after their endpoint is registered, so an unregistered one belongs to a removed endpoint. */
    const registerOnce = async (): Promise<ReadonlyMap<string, string>> => {
      const readers = (await events.groups()).filter((group) => group.startsWith(`${WEBHOOK_GROUP}-`));
      const since = await begin(groups, signal);
      for (const group of readers) if (!since.has(group)) await events.forget(group);
      return since;
    };
    const register = async (): Promise<ReadonlyMap<string, string> | undefined> => {
      for (let failures = 1; !signal.aborted; failures += 1) {
        try {
          return await registerOnce();
        } catch (error) {
          const message = `webhook endpoints could not be saved, will retry: ${reasonOf(error)}`;
          onFault?.({ code: "webhooks_not_kept", message });
          await ports.wait(Math.max(1_000, retryDelay(failures, random)), signal);
        }
      }
      return undefined;
    };

    const since = await register();
    if (since === undefined) return;
    const readers = listed.map((endpoint) =>
      events.consume({
        group: endpoint.group,
        consumer,
        handle: deliverToEndpoint(ports, endpoint, since.get(endpoint.group)!, signal),
        ...defined({ onFault }),
      }),
    );
    while (!signal.aborted) {
      await ports.wait(KEEP_EVERY_MS, signal);
      await register();
    }
    await Promise.all(readers.map((reader) => reader.stop()));
  };

interface BeginPorts {
  readonly events: Pick<EventLog, "newest" | "publish">;
  readonly outbox: Outbox;
  readonly endpoints: WebhookEndpoints;
  /** Resolves after the delay, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}
