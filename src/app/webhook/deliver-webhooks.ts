import { defined } from "../../core/defined.ts";
import { reasonOf, retryDelay } from "../../core/event/retry-delay.ts";
import { WEBHOOK_GROUP, type WebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { EventLog, Outbox } from "../../ports/event-log.ts";
import { deliverToEndpoint, type DeliverToEndpointPorts } from "./deliver-to-endpoint.ts";
import { areComparable, isLogPosition } from "../../core/event/emend-event.ts";
import type { WebhookEndpoints } from "../../ports/webhook.ts";

const BATCH = 500;

/** How often other relays are waited for that still have some of the past in hand, and for how long. */
const LOOKS = 20;

const LOOK_MS = 100;

/**
 * Keeps endpoints, and has those that are new told what comes after the newest entry of the log. What happened before
 * and still waits in the outbox is published first, so that it is past as well. One whose place is of another log begins
 * anew in this one; one that a version before this kept by a time is told all that its group has not read.
 */
const beginEndpoints =
  ({ events, outbox, endpoints, wait }: BeginPorts) =>
  async (groups: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
    const known = await endpoints.keep(groups);
    const here = await events.newest();
    const fresh = groups.filter((group) => {
      const place = known.get(group);
      return place === undefined || (isLogPosition(place) && !areComparable(place, here));
    });
    if (fresh.length === 0) return known;
    while ((await outbox.relay(BATCH, (batch) => events.publish(batch))) === BATCH);
    for (let looks = 0; looks < LOOKS && (await outbox.depth()) > 0 && !signal.aborted; looks += 1) {
      if ((await outbox.relay(BATCH, (batch) => events.publish(batch))) === 0) await wait(LOOK_MS, signal);
    }
    const place = await events.newest();
    for (const group of fresh) await endpoints.begin(group, place, known.get(group));
    return endpoints.keep(groups);
  };

export interface DeliverWebhooksPorts
  extends Omit<DeliverToEndpointPorts, "settings">, Pick<BeginPorts, "outbox" | "endpoints"> {
  readonly settings: WebhookSettings;
  readonly events: Pick<EventLog, "consume" | "newest" | "publish" | "groups" | "forget">;
  /** Unlike that of any other living reader. */
  readonly consumer: string;
  /** From 0 up to and without 1. */
  readonly random: () => number;
  /** Hears what goes wrong; it is tried again. Never throws. */
  readonly onFault?: (fault: { readonly code: string; readonly message: string }) => void;
}

const KEEP_EVERY_MS = 3_600_000;

/**
 * Tells every endpoint what it asked for until the signal fires. Each reads the log as a group of its own, so a slow or
 * broken one keeps nobody else waiting. Every worker may do it, also where there is no endpoint: the groups of those that
 * were taken out of the settings are forgotten in time. It ends before the log is closed.
 */
export const deliverWebhooks =
  ({ events, outbox, endpoints, consumer, random, onFault, ...ports }: DeliverWebhooksPorts) =>
  async (signal: AbortSignal): Promise<void> => {
    const listed = ports.settings.endpoints;
    const groups = listed.map(({ group }) => group);
    const begin = beginEndpoints({ events, outbox, endpoints, wait: ports.wait });

    /** A group is made after its endpoint is noted, so one that is there and not noted was forgotten. */
    const keepOnce = async (): Promise<ReadonlyMap<string, string>> => {
      const readers = (await events.groups()).filter((group) => group.startsWith(`${WEBHOOK_GROUP}-`));
      const since = await begin(groups, signal);
      for (const group of readers) if (!since.has(group)) await events.forget(group);
      return since;
    };
    const keep = async (): Promise<ReadonlyMap<string, string> | undefined> => {
      for (let failures = 1; !signal.aborted; failures += 1) {
        try {
          return await keepOnce();
        } catch (error) {
          const message = `webhook endpoints could not be saved, will retry: ${reasonOf(error)}`;
          onFault?.({ code: "webhooks_not_kept", message });
          await ports.wait(Math.max(1_000, retryDelay(failures, random)), signal);
        }
      }
      return undefined;
    };

    const since = await keep();
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
      await keep();
    }
    await Promise.all(readers.map((reader) => reader.stop()));
  };

interface BeginPorts {
  readonly events: Pick<EventLog, "newest" | "publish">;
  readonly outbox: Outbox;
  readonly endpoints: WebhookEndpoints;
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}
