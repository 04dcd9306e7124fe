import { areOfOneLog, isPlace } from "../../core/event/log-place.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { Outbox } from "../../ports/outbox.ts";
import type { WebhookEndpoints } from "../../ports/webhook-endpoints.ts";

export interface BeginPorts {
  readonly events: Pick<EventLog, "newest" | "publish">;
  readonly outbox: Outbox;
  readonly endpoints: WebhookEndpoints;
  /** Answers after so many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const BATCH = 500;
/** How often other relays are waited for that still have some of the past in hand, and for how long. */
const LOOKS = 20;
const LOOK_MS = 100;

/**
 * Keeps endpoints, and has those that are new told what comes after the newest entry of the log. What happened before
 * and still waits in the outbox is published first, so that it is past as well. One whose place is of another log begins
 * anew in this one; one that a version before this kept by a time is told all that its group has not read.
 */
export const beginEndpoints =
  ({ events, outbox, endpoints, wait }: BeginPorts) =>
  async (groups: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
    const known = await endpoints.keep(groups);
    const here = await events.newest();
    const fresh = groups.filter((group) => {
      const place = known.get(group);
      return place === undefined || (isPlace(place) && !areOfOneLog(place, here));
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
