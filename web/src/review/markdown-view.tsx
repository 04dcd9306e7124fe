import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Skeleton } from "../components/states.tsx";
import { inertNodes } from "./inert-nodes.tsx";

/**
 * Markdown as it reads. It is read without HTML, then built anew from a short list of elements: nothing of it can act. What cannot be
 * set in time is shown as it is written.
 */
export function MarkdownView({ text, written }: { readonly text: string; readonly written: ReactNode }) {
  const [set, setSet] = useState<{ readonly text: string; readonly html: string | null }>();
  useEffect(() => setMarkdown(text, (html) => setSet({ text, html })), [text]);
  const html = set?.text === text ? set.html : undefined;
  const nodes = useMemo(
    () =>
      html === undefined || html === null
        ? []
        : inertNodes(new DOMParser().parseFromString(html, "text/html").body),
    [html],
  );
  if (html === undefined) return <Skeleton rows={3} />;
  if (html === null) {
    return (
      <>
        <p className="px-5 pb-2 text-second text-ink-2 one:pl-[68px]">
          It takes too long to set this as Markdown, so it is shown as it is written.
        </p>
        {written}
      </>
    );
  }
  return (
    <div className="px-5 pt-1 pb-10 one:pr-8 one:pl-[68px]">
      <div className="grid max-w-[72ch] gap-3 text-row leading-[23px] break-words [font-variant-ligatures:none]">
        {nodes}
      </div>
    </div>
  );
}

/** Some texts of a few thousand characters take minutes to set; nobody waits for those, and the page does not stand still. */
const LIMIT_MS = 4_000;

/** Markdown as HTML, made beside the page; null where it takes too long. */
function setMarkdown(text: string, hear: (html: string | null) => void): () => void {
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
