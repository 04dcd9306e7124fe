import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Skeleton } from "../../parts/states.tsx";
import { inertNodes } from "./inert-nodes.tsx";
import { setMarkdown } from "./set-markdown.ts";

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
