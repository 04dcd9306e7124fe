import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { LIVE_EVENT_TYPES, type LiveEvent } from "./stale-by-event.ts";

export type LiveState = "connecting" | "live" | "lost";

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let source: EventSource | undefined;
let state: LiveState = "connecting";

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watch of watchers) watch();
}

/** Everything may be stale: events were missed or the connection was lost. */
const RESET: LiveEvent = { type: "reset", subject: "", data: {} };

export function connectLive(): () => void {
  source?.close();
  source = new EventSource("/api/v1/events");
  let wasLost = false;
  source.addEventListener("open", () => {
    become("live");
    if (wasLost) tell(RESET);
    wasLost = false;
  });
  source.addEventListener("error", () => {
    wasLost = true;
    become("lost");
  });
  source.addEventListener("reset", () => tell(RESET));
  for (const type of LIVE_EVENT_TYPES) {
    source.addEventListener(type, (message: MessageEvent<string>) => {
      const { subject, data } = JSON.parse(message.data) as LiveEvent;
      tell({ type, subject, data });
    });
  }
  return () => {
    source?.close();
    source = undefined;
    become("connecting");
  };
}

const tell = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event);
};

export function useLive(handler: Listener): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const listener: Listener = (event) => onEvent(event);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => state,
  );
