import type { EventPorts } from "./event-ports.ts";

export interface Stopping {
  /** Answers once the process is asked to end; asked again, it ends at once. */
  readonly stopped: Promise<void>;
  readonly unlisten: () => void;
}

export function listenForStop({ onStop }: Pick<EventPorts, "onStop">): Stopping {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { stopped: promise, unlisten: onStop(resolve) };
}
