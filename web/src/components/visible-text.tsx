import { splitHiddenCharacters } from "../lib/hidden-characters.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

const NO_SPANS: readonly Span[] = [];

export function VisibleText({
  text,
  spans = NO_SPANS,
  mark = "decoration-red underline decoration-wavy decoration-1 underline-offset-4",
  isOneLine = false,
}: {
  readonly text: string;
  readonly spans?: readonly Span[];
  readonly mark?: string;
  /** Shows line breaks as hidden characters. */
  readonly isOneLine?: boolean;
}) {
  if (spans.length === 0) return <Shown text={text} isOneLine={isOneLine} />;
  const cuts = [0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index]!;
    if (start === end) return null;
    const part = <Shown key={start} text={text.slice(start, end)} isOneLine={isOneLine} />;
    const isMarked = spans.some((span) => span.start <= start && span.end >= end);
    return isMarked ? (
      <span key={start} className={mark}>
        {part}
      </span>
    ) : (
      part
    );
  });
}

function Shown({ text, isOneLine }: { readonly text: string; readonly isOneLine: boolean }) {
  const parts = splitHiddenCharacters(text, isOneLine);
  if (parts.every(({ code }) => code === undefined)) return <WithCode text={text} />;
  return parts.map(({ text: shown, code }, at) =>
    // Bidirectional controls must not affect the text around them.
    code === undefined ? <bdi key={at}>{shown}</bdi> : <HiddenCharacter key={at} code={code} />,
  );
}

const CODE = /(`[^`\n]+`)/;

/** Sets what is between backticks as code. The backticks stay, because people approve the exact text. */
function WithCode({ text }: { readonly text: string }) {
  if (!text.includes("`")) return text;
  return text.split(CODE).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="mono break-words">
        {part}
      </code>
    ),
  );
}

function HiddenCharacter({ code }: { readonly code: string }) {
  const label = `hidden character ${code}`;
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="mx-0.5 inline-block rounded-tag border border-red bg-red-wash px-1 align-middle font-mono text-key leading-4 text-red no-underline"
    >
      {code}
    </span>
  );
}
