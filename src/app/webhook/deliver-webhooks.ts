import { reasonOf } from "../../core/event/reason-of.ts";
import { retryDelay } from "../../core/event/retry-delay.ts";
import { WEBHOOK_GROUP, type WebhookSettings } from "../../core/webhook/webhook-settings.ts";
import type { EventLog } from "../../ports/event-log.ts";
import { beginEndpoints, type BeginPorts } from "./begin-endpoints.ts";
import { tellEndpoint, type TellEndpointPorts } from "./tell-endpoint.ts";

export interface DeliverWebhooksPorts
  extends Omit<TellEndpointPorts, "settings">, Pick<BeginPorts, "outbox" | "endpoints"> {
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
          const message = `endpoints of webhooks could not be noted and are again: ${reasonOf(error)}`;
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
        handle: tellEndpoint(ports, endpoint, since.get(endpoint.group)!, signal),
        ...(onFault === undefined ? {} : { onFault }),
      }),
    );
    while (!signal.aborted) {
      await ports.wait(KEEP_EVERY_MS, signal);
      await keep();
    }
    await Promise.all(readers.map((reader) => reader.stop()));
  };
