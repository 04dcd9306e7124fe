import type { EmendEvent } from "../core/event/emend-event.ts";
import type { EventLog } from "../ports/event-log.ts";
import { ExternalError } from "../ports/errors.ts";
import type { EventTail, TailedEvent } from "./event-tail.ts";

const BATCH = 500;
/** Bytes that may queue for a slow reader. Beyond that it is disconnected, and resumes with its last event id. */
const MAX_QUEUED_BYTES = 1_048_576;
/** Proxies close connections that are silent for too long. */
const HEARTBEAT_MS = 15_000;

interface StreamOptions {
  readonly events: Pick<EventLog, "read">;
  readonly tail: EventTail;
  readonly signal: AbortSignal;
  /** The last event that the client received. */
  readonly lastEventId?: string;
}

/**
 * Server-sent events: first those since the client's last one, then new ones as they happen. If missed events are no
 * longer available, the client gets an event named `reset` instead.
 */
export async function streamEvents({
  events,
  tail,
  signal,
  lastEventId,
}: StreamOptions): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const queued: (() => void)[] = [];
  let push: ((text: string) => void) | undefined;
  let close: (() => void) | undefined;
  let ended = false;
  let seen = lastEventId;
  const send = (entries: readonly TailedEvent[]): void => {
    for (const { id, event } of entries) {
      seen = id;
      if (isEmendEvent(event)) push?.(frame(id, event.type, event));
    }
  };
  const reset = (id: string): void => {
    seen = id;
    push?.(frame(id, "reset", { reason: "events were missed; reload everything" }));
  };
  // New events are queued while missed ones are read.
  let live = false;
  const listening = await tail.listen({
    onEvents: (entries) => (live ? send(entries) : queued.push(() => send(entries))),
    onGap: (id) => (live ? reset(id) : queued.push(() => reset(id))),
    onEnd: () => {
      ended = true;
      close?.();
    },
  });
  let heartbeat: NodeJS.Timeout | undefined;
  const end = (): void => {
    listening.stop();
    clearInterval(heartbeat);
    [push, close] = [undefined, undefined];
  };
  return new ReadableStream<Uint8Array>(
    {
      start: async (controller) => {
        close = () => {
          end();
          controller.close();
        };
        push = (text) => {
          if ((controller.desiredSize ?? 0) < 0) close?.();
          else controller.enqueue(encoder.encode(text));
        };
        signal.addEventListener("abort", end, { once: true });
        heartbeat = setInterval(() => push?.(": still here\n\n"), HEARTBEAT_MS);
        push("retry: 1000\n\n");
        if (ended) return close();
        if (lastEventId !== undefined) await catchUp();
        seen ??= listening.position;
        live = true;
        for (const act of queued) act();
      },
      cancel: end,
    },
    { highWaterMark: MAX_QUEUED_BYTES, size: (chunk) => chunk.byteLength },
  );

  async function catchUp(): Promise<void> {
    for (;;) {
      if (push === undefined || seen === listening.position) return;
      const page = await events.read({ after: seen!, limit: BATCH }).catch((error: unknown) => {
        // The cursor belongs to another log, for example after the store was replaced.
        if (error instanceof ExternalError && error.code === "invalid_cursor")
          return { entries: [], gap: true };
        throw error;
      });
      if (page.gap) return reset(listening.position);
      const until = page.entries.findIndex(({ id }) => id === listening.position);
      send(until === -1 ? page.entries : page.entries.slice(0, until + 1));
      if (until !== -1 || page.entries.length < BATCH) return;
    }
  }
}

const frame = (id: string, type: string, body: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(body)}\n\n`;

/** Others may write to the log too, so whatever is passed on is checked. */
export function isEmendEvent(event: unknown): event is EmendEvent {
  if (typeof event !== "object" || event === null) return false;
  const { type, time, subject, data } = event as Readonly<Record<string, unknown>>;
  return (
    typeof type === "string" &&
    /^emend\.[a-z_.]{1,60}$/.test(type) &&
    typeof time === "string" &&
    !Number.isNaN(Date.parse(time)) &&
    typeof subject === "string" &&
    typeof data === "object" &&
    data !== null
  );
}
