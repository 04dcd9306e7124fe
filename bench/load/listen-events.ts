/** Listens to a server's events as so many browsers do; answers how many events came in all when it is stopped. */
export function listenEvents(
  url: string,
  token: string,
  listeners: number,
): { readonly stop: () => Promise<number> } {
  const stopping = new AbortController();
  let heard = 0;
  const listen = async (): Promise<void> => {
    const response = await fetch(`${url}/api/v1/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stopping.signal,
    });
    for await (const chunk of response.body ?? []) {
      for (const byte of chunk as Uint8Array) if (byte === LINE_END) heard += 1;
    }
  };
  const all = Array.from({ length: listeners }, () => listen().catch(() => undefined));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(all);
      // An event has three lines and an empty one.
      return Math.floor(heard / 4);
    },
  };
}

const LINE_END = 0x0a;
