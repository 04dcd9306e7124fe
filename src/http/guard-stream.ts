/** Calls `end` when the reader loses access; returns a function that stops watching. */
export type WatchReader = (end: () => void) => () => void;

/** A stream that ends as soon as its reader loses access or disconnects. */
export function guardStream(
  stream: ReadableStream<Uint8Array>,
  watch: WatchReader,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let stop = (): void => {};
  let ended = false;
  const finish = (): boolean => {
    stop();
    const isFirst = !ended;
    ended = true;
    return isFirst;
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stop = watch(() => {
          if (finish()) controller.close();
          void reader.cancel();
        });
        signal.addEventListener("abort", finish, { once: true });
      },
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (ended) return;
        if (!done) return controller.enqueue(value);
        finish();
        controller.close();
      },
      cancel: (reason) => {
        finish();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
