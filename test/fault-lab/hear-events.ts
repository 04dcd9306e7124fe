import { setTimeout } from "node:timers/promises";
import type { EmendEvent } from "../../src/core/event/emend-event.ts";
import type { LabSite } from "./lab-site.ts";
import type { Chance } from "./seeded-random.ts";

/** What a consumer of the event stream heard over all of its connections. */
export interface Hearing {
  /** By type and subject, the ids of the events. */
  readonly heard: ReadonlyMap<string, ReadonlySet<string>>;
  readonly events: () => number;
  readonly connections: () => number;
  readonly resets: () => number;
  readonly stop: () => Promise<void>;
}

/** Listens as a program of others does: from the beginning, and after each break from the last place it knows. */
export function hearEvents({ urls, token, firstPlace }: LabSite, chance: Chance): Hearing {
  const heard = new Map<string, Set<string>>();
  const stopping = new AbortController();
  let place = firstPlace;
  let [events, connections, resets] = [0, 0, 0];
  const take = (frame: string): void => {
    const field = (name: string): string | undefined =>
      frame
        .split("\n")
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const body = field("data");
    if (body === undefined) return;
    if (field("event") === "reset") resets += 1;
    else {
      const { id, type, subject } = JSON.parse(body) as EmendEvent;
      const about = `${type} ${subject}`;
      const ids = heard.get(about) ?? new Set();
      heard.set(about, ids.add(id));
      events += 1;
    }
    place = field("id") ?? place;
  };
  const listen = async (): Promise<void> => {
    // A connection that is silent for longer than the server's beat is dead, as one to a paused server is.
    const silence = new AbortController();
    let timer = globalThis.setTimeout(() => silence.abort(), 20_000);
    try {
      const response = await fetch(`${chance.pick(urls)}/api/v1/events`, {
        headers: { authorization: `Bearer ${token}`, "last-event-id": place },
        signal: AbortSignal.any([stopping.signal, silence.signal]),
      });
      if (!response.ok || response.body === null) return;
      connections += 1;
      let text = "";
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer);
        timer = globalThis.setTimeout(() => silence.abort(), 20_000);
        text += chunk;
        const frames = text.split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) take(frame);
      }
    } finally {
      clearTimeout(timer);
    }
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined);
      await setTimeout(200);
    }
  })();
  return {
    heard,
    events: () => events,
    connections: () => connections,
    resets: () => resets,
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}
