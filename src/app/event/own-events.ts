import { fieldOf } from "../../core/json/read-json.ts";
import type { EmendEvent } from "../../core/event/emend-event.ts";

/** Whether Emend itself tells it, and not somebody else. */
export function isOwnEvent(event: unknown): event is EmendEvent {
  const type = fieldOf(event, "type");
  return isCloudEvent(event) && typeof type === "string" && type.startsWith("emend.");
}

/** A bare decision may have any further keys, but hardly this one. */
export const isCloudEvent = (event: unknown): boolean => typeof fieldOf(event, "specversion") === "string";
