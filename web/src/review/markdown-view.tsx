import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Skeleton } from "../components/states.tsx";
import { inertNodes } from "./inert-nodes.tsx";

/**
 * Renders Markdown without HTML and rebuilds it from an allowlist of elements. Falls back to the source if rendering
 * takes too long.
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
        <p className="px-5 pb-2 text-second text-ink-2 md:pl-[68px]">
          This Markdown takes too long to render, so the source is shown.
        </p>
        {written}
      </>
    );
  }
  return (
    <div className="px-5 pt-1 pb-10 md:pr-8 md:pl-[68px]">
      <div className="grid max-w-[72ch] gap-3 text-row leading-[23px] break-words [font-variant-ligatures:none]">
        {nodes}
      </div>
    </div>
  );
}

/** Pathological Markdown can take minutes to parse. */
const LIMIT_MS = 4_000;

function setMarkdown(text: string, onRendered: (html: string | null) => void): () => void {
  const worker = new Worker(new URL("./markdown-worker.ts", import.meta.url), { type: "module" });
  const end = (html: string | null): void => {
    stop();
    onRendered(html);
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
