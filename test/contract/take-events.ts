import type { EmendEvent } from "../../src/core/event/emend-event.ts";
import type { Store } from "../../src/ports/store.ts";

/** Every event that waits in the outbox, oldest first; none of them waits afterwards. */
export async function takeEvents(store: Store): Promise<readonly EmendEvent[]> {
  const events: EmendEvent[] = [];
  while ((await store.outbox.relay(1_000, async (some) => void events.push(...some))) > 0);
  return events;
}
