import { type RefObject, useId, useRef } from "react";
import type { Lint } from "./use-lint.ts";

export function CommentBox({
  agent,
  value,
  lint,
  isMissing,
  box,
  change,
}: {
  readonly agent: string;
  readonly value: string;
  readonly lint: Lint | undefined;
  readonly isMissing: boolean;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly change: (value: string) => void;
}) {
  const behind = useRef<HTMLDivElement>(null);
  const help = useId();
  const spans = lint?.text === value ? spansOf(lint) : [];
  const shape =
    "col-start-1 row-start-1 max-h-[320px] min-h-[92px] w-full px-3 py-2 text-row whitespace-pre-wrap";
  return (
    <div className="grid rounded-box border border-edge bg-sheet">
      <div
        ref={behind}
        aria-hidden="true"
        className={`${shape} overflow-hidden break-words text-transparent`}
      >
        {underlined(value, spans)}
        {"\n"}
      </div>
      <textarea
        ref={box}
        aria-label={`Comment to ${agent}`}
        aria-describedby={help}
        aria-invalid={isMissing || spans.length > 0 ? true : undefined}
        placeholder="What is wrong, and what to change"
        className={`${shape} field-sizing-content resize-none rounded-box bg-transparent break-words text-ink placeholder:text-ink-3 placeholder:opacity-100`}
        value={value}
        onChange={(event) => change(event.target.value)}
        onScroll={(event) => behind.current?.scrollTo(0, event.currentTarget.scrollTop)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <span id={help} className="sr-only">
        Feedback on your comment appears below as you type.
      </span>
    </div>
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const spansOf = ({ violations }: Lint): readonly Span[] =>
  violations
    .flatMap(({ path, span }) => (span === undefined || path !== "text" ? [] : [span]))
    .toSorted((a, b) => a.start - b.start);

function underlined(text: string, spans: readonly Span[]) {
  let at = 0;
  const segments = spans.map(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return (
      <span key={start}>
        {before}
        <span className="underline decoration-red decoration-wavy underline-offset-3">
          {text.slice(start, end)}
        </span>
      </span>
    );
  });
  return [...segments, text.slice(at)];
}
