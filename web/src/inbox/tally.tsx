import { Strokes } from "../parts/strokes.tsx";

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
