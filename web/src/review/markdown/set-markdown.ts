/** Some texts of a few thousand characters take minutes to set; nobody waits for those, and the page does not stand still. */
const LIMIT_MS = 4_000;

/** Markdown as HTML, made beside the page; null where it takes too long. */
export function setMarkdown(text: string, hear: (html: string | null) => void): () => void {
  const worker = new Worker(new URL("./markdown-worker.ts", import.meta.url), { type: "module" });
  const end = (html: string | null): void => {
    stop();
    hear(html);
  };
  const timer = setTimeout(() => end(null), LIMIT_MS);
  const stop = (): void => {
    clearTimeout(timer);
    worker.terminate();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<string>) => end(data));
  worker.addEventListener("error", () => end(null));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  worker.postMessage(text);
  return stop;
}
