import type { DecisionStream, EventLog } from "../../ports/event-log.ts";
import type { CliContext } from "../cli-context.ts";
import { driversOf } from "./drivers-of.ts";
import { openStore, type OpenStore } from "./open-store.ts";

/** What long-running commands need from the process and the network; tests replace it. */
export interface EventPorts {
  readonly openStore: OpenStore;
  readonly openEvents: (options: {
    readonly url: string;
    readonly stream: string;
  }) => Promise<EventLog & DecisionStream>;
  /** Calls back once when the process is asked to end. Returns a function that stops listening. */
  readonly onStop: (stop: () => void) => () => void;
}

const PROCESS_PORTS: EventPorts = {
  openStore,
  openEvents: async (options) => (await driversOf({ cwd: process.cwd() })).openEvents(options),
  onStop: (stop) => {
    const signals = ["SIGINT", "SIGTERM"] as const;
    const unlisten = (): void => {
      for (const signal of signals) process.off(signal, once);
    };
    // Only the first signal is caught, so that a second one ends the process whatever it is doing.
    const once = (): void => {
      unlisten();
      stop();
    };
    for (const signal of signals) process.on(signal, once);
    return unlisten;
  },
};

export const portsOf = ({ ports }: CliContext): EventPorts => ({ ...PROCESS_PORTS, ...ports });

/** Waits until the process is asked to end. */
export function listenForStop({ onStop }: EventPorts): {
  readonly stopped: Promise<void>;
  readonly unlisten: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { stopped: promise, unlisten: onStop(resolve) };
}
