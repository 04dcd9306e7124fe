export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What an agent reads and a person does not see: controls, joiners, direction marks, tags, fillers. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u;

/** Text from outside, with what hides in it shown as a box with its code point, and places marked. */
export function VisibleText({
  text,
  spans = [],
  mark = "decoration-red underline decoration-wavy decoration-1 underline-offset-4",
}: {
  readonly text: string;
  readonly spans?: readonly Span[];
  readonly mark?: string;
}) {
  const cuts = [0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index]!;
    if (start === end) return null;
    const part = <Shown key={start} text={text.slice(start, end)} />;
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

function Shown({ text }: { readonly text: string }) {
  if (!HIDDEN.test(text)) return text;
  return Array.from(text, (character, at) =>
    HIDDEN.test(character) ? <Box key={at} of={character} /> : character,
  );
}

function Box({ of }: { readonly of: string }) {
  const point = `U+${of.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  return (
    <span
      role="img"
      aria-label={`hidden character ${point}`}
      className="mono mx-0.5 inline-block rounded-tag border border-red bg-red-wash px-1 align-middle text-key leading-4 text-red"
    >
      {point}
    </span>
  );
}
