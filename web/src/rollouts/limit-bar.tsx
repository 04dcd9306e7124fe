/** A value on a track whose tick is the limit; the row beside it says it in words, so it is for the eye alone. */
export function LimitBar({
  value,
  limit,
  isOver,
  isLeast,
}: {
  readonly value: number;
  readonly limit: number;
  readonly isOver: boolean;
  /** Whether the limit is to be reached instead of kept under. */
  readonly isLeast: boolean;
}) {
  const most = Math.max(limit * (isLeast ? 1 : 2), value, Number.MIN_VALUE);
  const at = (number: number): string => `${Math.min(100, (number / most) * 100)}%`;
  return (
    <div aria-hidden="true" className="relative h-3">
      <div className="absolute inset-x-0 top-[5px] h-[2px] bg-hair" />
      <div
        className="absolute top-1 left-0 h-1 bg-edge"
        style={{ width: at(isOver ? Math.min(value, limit) : value) }}
      />
      {isOver ? <div className="absolute top-1 right-0 h-1 bg-red" style={{ left: at(limit) }} /> : null}
      <div className="absolute top-0 h-3 w-[2px] -translate-x-full bg-ink" style={{ left: at(limit) }} />
    </div>
  );
}
