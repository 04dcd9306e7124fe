import type { HookParts } from "./hook-parts.ts";
import { makeHome } from "./hook-place.ts";
import { readMemory, type SessionMemory, writeMemory } from "./session-memory.ts";

/** Changes what is remembered of a session; where that cannot be kept, something may be said twice. */
export function remember(
  { place, fault }: Pick<HookParts, "place" | "fault">,
  session: string,
  change: (memory: SessionMemory) => SessionMemory,
): void {
  try {
    makeHome(place);
    writeMemory(place.memory, session, change(readMemory(place.memory, session)));
  } catch (error) {
    fault("memory_failed", error);
  }
}
