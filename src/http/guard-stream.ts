/** Calls `end` when its reader may no longer read; answers a way to stop watching. */
export type WatchReader = (end: () => void) => () => void;

/** A stream that ends as soon as whoever reads it is shut out, or is gone. */
export function guardStream(
  stream: ReadableStream<Uint8Array>,
  watch: WatchReader,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let stop = (): void => {};
  let over = false;
  const finish = (): boolean => {
    stop();
    const first = !over;
    over = true;
    return first;
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
        if (over) return;
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
