import type { WordChange } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";

export function MarkedText({ changes }: { readonly changes: readonly WordChange[] }) {
  return changes.map(({ kind, text }, at) => {
    const gap = at === 0 ? "" : " ";
    if (kind === "same") {
      return (
        <span key={at}>
          {gap}
          <VisibleText text={text} isOneLine />
        </span>
      );
    }
    if (kind === "removed") {
      return (
        <span key={at}>
          {gap}
          <del className="text-ink-3 decoration-red decoration-2">
            <VisibleText text={text} isOneLine />
          </del>
        </span>
      );
    }
    return (
      <span key={at}>
        {gap}
        <Caret />
        <ins className="underline decoration-red decoration-2 underline-offset-4">
          <VisibleText text={text} isOneLine />
        </ins>
      </span>
    );
  });
}

const Caret = () => (
  <svg
    className="mr-0.5 inline-block h-[0.4em] w-[0.55em] text-red"
    viewBox="0 0 14 10"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <path d="M1 9 7 1l6 8" />
  </svg>
);
