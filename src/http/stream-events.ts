import type { EmendEvent } from "../core/event/emend-event.ts";
import type { EventLog } from "../ports/event-log.ts";
import { ExternalError } from "../ports/errors.ts";
import type { EventTail, TailedEvent } from "./event-tail.ts";

const BATCH = 500;
/** So many bytes may wait for a slow reader; then it is let go of, and comes back with its last place. */
const MOST_WAITING = 1_048_576;
/** Proxies end what is silent for long. */
const BEAT_MS = 15_000;

interface StreamParts {
  readonly events: Pick<EventLog, "read">;
  readonly tail: EventTail;
  readonly signal: AbortSignal;
  /** The place of the last event that whoever asks has seen. */
  readonly lastEventId?: string;
}

/**
 * Server-sent events: what was missed since the last place, then what happens. Where what was missed is gone, one
 * event named `reset` says so.
 */
export async function streamEvents({
  events,
  tail,
  signal,
  lastEventId,
}: StreamParts): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const early: (() => void)[] = [];
  let push: ((text: string) => void) | undefined;
  let close: (() => void) | undefined;
  let over = false;
  let seen = lastEventId;
  const send = (entries: readonly TailedEvent[]): void => {
    for (const { id, event } of entries) {
      seen = id;
      if (isOwn(event)) push?.(frame(id, event.type, event));
    }
  };
  const reset = (id: string): void => {
    seen = id;
    push?.(frame(id, "reset", { reason: "events were missed; reload everything" }));
  };
  // What happens while the past is read waits behind it.
  let live = false;
  const listening = await tail.listen({
    hear: (entries) => (live ? send(entries) : early.push(() => send(entries))),
    lose: (id) => (live ? reset(id) : early.push(() => reset(id))),
    end: () => {
      over = true;
      close?.();
    },
  });
  let beat: NodeJS.Timeout | undefined;
  const end = (): void => {
    listening.stop();
    clearInterval(beat);
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
        beat = setInterval(() => push?.(": still here\n\n"), BEAT_MS);
        push("retry: 1000\n\n");
        if (over) return close();
        if (lastEventId !== undefined) await catchUp();
        const stop = listening.place;
        if (seen === undefined) seen = stop;
        live = true;
        for (const act of early) act();
      },
      cancel: end,
    },
    { highWaterMark: MOST_WAITING, size: (chunk) => chunk.byteLength },
  );

  async function catchUp(): Promise<void> {
    for (;;) {
      if (push === undefined || seen === listening.place) return;
      const page = await events.read({ after: seen!, limit: BATCH }).catch((error: unknown) => {
        // A place of another log, as after a store was replaced.
        if (error instanceof ExternalError && error.code === "invalid_cursor")
          return { entries: [], gap: true };
        throw error;
      });
      if (page.gap) return reset(listening.place);
      const until = page.entries.findIndex(({ id }) => id === listening.place);
      send(until === -1 ? page.entries : page.entries.slice(0, until + 1));
      if (until !== -1 || page.entries.length < BATCH) return;
    }
  }
}

const frame = (id: string, type: string, body: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(body)}\n\n`;

function isOwn(event: unknown): event is EmendEvent {
  const type = (event as { readonly type?: unknown } | null)?.type;
  return typeof type === "string" && /^emend\.[a-z_.]{1,60}$/.test(type);
}
