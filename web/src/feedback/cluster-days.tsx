import type { Schemas } from "../api/contract.ts";
import { linear, Plot } from "../components/plot.tsx";
import { plural } from "../lib/format.ts";
import { formatDay } from "../lib/format-date.ts";
import { useNow } from "../components/time.tsx";

const HEIGHT = 92;
const BASE = 66;
const TOP = 14;
const DAY = 86_400_000;

export function ClusterDays({ days }: { readonly days: Schemas["ClusterDetail"]["days"] }) {
  const now = useNow();
  if (days.length === 0) return <p className="text-second text-ink-2">Not in this period.</p>;
  const counts = new Map<string, number>();
  for (const { day, count } of days) counts.set(day, (counts.get(day) ?? 0) + count);
  const shown = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const most = Math.max(...counts.values());
  const total = shown.reduce((sum, [, count]) => sum + count, 0);
  const first = shown[0]![0];
  const from = Math.min(Date.parse(first), now - 14 * DAY);
  const label = `Said ${plural(total, "time")} on ${plural(shown.length, "day")} since ${formatDay(first)}, at most ${most} a day.`;
  return (
    <Plot
      label={label}
      height={HEIGHT}
      table={{
        head: ["Day", "Agent", "Times"],
        rows: days.map(({ day, agent, count }) => [day, agent, count]),
      }}
    >
      {(width) => {
        const x = linear([from, now], [4, width - 4]);
        const y = linear([0, most], [BASE, TOP]);
        return (
          <>
            <line x1="0" x2={width} y1={BASE + 0.5} y2={BASE + 0.5} className="stroke-hair-2" />
            {shown.map(([day, count]) => (
              <g key={day} className="text-ink">
                <line
                  x1={x(Date.parse(day))}
                  x2={x(Date.parse(day))}
                  y1={BASE}
                  y2={y(count)}
                  stroke="currentColor"
                  strokeWidth="2"
                />
                <circle cx={x(Date.parse(day))} cy={y(count)} r="3" fill="currentColor" />
              </g>
            ))}
            <text x="0" y={BASE + 18} className="fill-ink-3">
              {formatDay(new Date(from).toISOString())}
            </text>
            <text x={width} y={BASE + 18} textAnchor="end" className="fill-ink-3">
              today
            </text>
            {most > 1 ? (
              <text x="0" y={TOP} className="fill-ink-3">
                {most} a day
              </text>
            ) : null}
          </>
        );
      }}
    </Plot>
  );
}
