/** Slants, so that the strokes look hand-drawn. */
const SLANTS = [-0.8, 0.6, -0.5, 0.3] as const;
const GATE = 21;
const STEP = 4.4;
const MAX_MARKS = 20;

export function TallyMarks({ count }: { readonly count: number }) {
  const drawn = Math.min(count, MAX_MARKS);
  const strokes = Array.from({ length: drawn }, (_, n) => {
    const gate = Math.floor(n / 5) * GATE;
    return n % 5 === 4
      ? `M${gate} 10.5 ${gate + 17.5} 3`
      : `M${gate + 2 + (n % 5) * STEP} 1.5l${SLANTS[n % 5] ?? 0} 10.5`;
  });
  const width = Math.floor(drawn / 5) * GATE + (drawn % 5) * STEP + 3;
  return (
    <svg
      aria-hidden="true"
      className="inline-block shrink-0 text-ink-2"
      width={width}
      height="14"
      viewBox={`0 0 ${width} 14`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
    >
      <path d={strokes.join("")} />
    </svg>
  );
}
