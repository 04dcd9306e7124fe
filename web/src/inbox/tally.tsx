/** A lean for each stroke, so that they look drawn by hand and are the same each time. */
const LEANS = [-0.8, 0.6, -0.5, 0.3] as const;

/** Earlier rejections of similar work, in gates of five beside the number. */
export function Tally({ count }: { readonly count: number | null | undefined }) {
  if (count === null || count === undefined) return null;
  if (count === 0) return <span className="text-meta text-ink-3">none</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-2 text-second font-semibold text-ink-2">{count}</span>
      <Strokes count={count} />
    </span>
  );
}

function Strokes({ count }: { readonly count: number }) {
  const gates = Math.floor(count / 5);
  const strokes: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const gate = Math.floor(n / 5);
    const x = gate * 21 + 2 + (n % 5) * 4.4;
    strokes.push(
      n % 5 === 4 ? `M${gate * 21} 10.5 ${gate * 21 + 17.5} 3` : `M${x} 1.5l${LEANS[n % 5] ?? 0} 10.5`,
    );
  }
  const width = gates * 21 + (count % 5) * 4.4 + 3;
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 text-ink-2"
      width={Math.min(width, 84)}
      height="14"
      viewBox={`0 0 ${Math.min(width, 84)} 14`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
    >
      <path d={strokes.join("")} />
    </svg>
  );
}
