import type { DecisionStream, EventLog } from "../../ports/event-log.ts";
import type { OpenStore } from "./open-store.ts";

/** What the commands around events need of the world; tests hand in their own. */
export interface EventPorts {
  readonly openStore: OpenStore;
  readonly openEvents: (options: {
    readonly url: string;
    readonly stream: string;
  }) => Promise<EventLog & DecisionStream>;
  /** Calls back once when the process is asked to end; answers a way to no longer listen. */
  readonly onStop: (stop: () => void) => () => void;
}
