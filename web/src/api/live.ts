import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { LIVE_EVENT_TYPES, type LoggedEvent } from "./stale-by-event.ts";

export type LiveState = "connecting" | "live" | "lost";

type Listener = (event: LoggedEvent) => void;

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
const reset = (): LoggedEvent => {
  const time = new Date().toISOString();
  return { id: `reset ${time}`, type: "reset", time, subject: "", data: {} };
};

/** A browser tries again by itself unless something other than an event stream answered, such as a proxy. */
const RETRY_MS = 2_000;

export function connectLive(): () => void {
  let wasLost = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source?.close();
    const opened = new EventSource("/api/v1/events");
    source = opened;
    opened.addEventListener("open", () => {
      become("live");
      if (wasLost) tell(reset());
      wasLost = false;
    });
    opened.addEventListener("error", () => {
      wasLost = true;
      become("lost");
      if (opened.readyState === EventSource.CLOSED && source === opened) retry = setTimeout(open, RETRY_MS);
    });
    opened.addEventListener("reset", () => tell(reset()));
    for (const type of LIVE_EVENT_TYPES) {
      opened.addEventListener(type, (message: MessageEvent<string>) => {
        const { time, subject, data } = JSON.parse(message.data) as LoggedEvent;
        tell({ id: message.lastEventId, type, time, subject, data });
      });
    }
  };
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
    become("connecting");
  };
}

const tell = (event: LoggedEvent): void => {
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
