import type { ConsumeOptions, EventFault } from "../../ports/event-log.ts";
import { redisError } from "./redis-error.ts";

/** What whoever consumes is told, which never stops the stream. */
export interface StreamFaults {
  readonly isOut: boolean;
  readonly tell: (fault: Omit<EventFault, "group">) => void;
  /** Once, until Redis is back. */
  readonly tellOutage: (error: unknown) => void;
  readonly back: () => void;
}

export function createStreamFaults(
  { group, onFault }: Pick<ConsumeOptions, "group" | "onFault">,
  place: string,
): StreamFaults {
  let isOut = false;
  const tell: StreamFaults["tell"] = (fault) => {
    try {
      onFault?.({ ...fault, group });
    } catch {
      // Whoever listens must not stop the stream.
    }
  };
  return {
    get isOut() {
      return isOut;
    },
    tell,
    tellOutage: (error) => {
      if (isOut) return;
      isOut = true;
      const cause = redisError(place, error);
      tell({ code: "log_unreachable", message: cause.message, cause });
    },
    back: () => {
      isOut = false;
    },
  };
}
