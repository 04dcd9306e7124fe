import { formatMinute } from "../lib/format-date.ts";
import { duration } from "../components/time.tsx";

const WIDTH = 96;
const OVERHANG = 15;
const HOUR = 3_600_000;

export function TimeLeft({
  from,
  due,
  now,
}: {
  readonly from: string;
  readonly due: string;
  readonly now: number;
}) {
  const start = Date.parse(from);
  const end = Date.parse(due);
  const left = end - now;
  const isLate = left < 0;
  const isSoon = !isLate && left < HOUR;
  const used = Math.min(1, Math.max(0.02, (now - start) / Math.max(1, end - start)));
  // Grows ever more slowly, so that a day late still fits.
  const over = isLate ? 4 + (OVERHANG - 4) * (1 - 1 / (1 - left / HOUR)) : 0;
  return (
    <div className="text-right" title={`due ${formatMinute(end)}`}>
      <p
        className={`text-second whitespace-nowrap ${isLate ? "font-semibold text-red" : isSoon ? "font-semibold" : "text-ink-2"}`}
      >
        {isLate ? `${duration(-left)} over` : `${duration(left)} left`}
      </p>
      <svg
        aria-hidden="true"
        className="mt-0.5 ml-auto block overflow-visible"
        width={WIDTH}
        height="7"
        viewBox={`0 0 ${WIDTH} 7`}
      >
        <rect className="fill-hair-2" y="3" width={WIDTH} height="1" />
        <rect
          className={isLate || isSoon ? "fill-ink-2" : "fill-edge"}
          y="2"
          width={WIDTH * used}
          height="3"
        />
        {over > 0 ? <rect className="fill-red" x={WIDTH + 1} y="2" width={over} height="3" /> : null}
        <rect className="fill-ink-2" x={WIDTH - 0.5} width="1" height="7" />
      </svg>
    </div>
  );
}
