import { Plot } from "../components/plot.tsx";
import { useNow } from "../components/time.tsx";
import { type AgentPattern, type AgentTrend, ratePercent } from "./format-agent.ts";
import { ApprovalLane } from "./approval-lane.tsx";
import { formatBucket, plotHeight, plotLayout, RATE_TOP, ticksOf } from "./plot-layout.ts";
import { TagLane } from "./tag-lane.tsx";
import type { TagRow } from "./tag-rows.ts";
import type { Window } from "./windows.ts";

export function AgentPlot({
  trend,
  pattern,
  rows,
  window,
}: {
  readonly trend: AgentTrend;
  readonly pattern: AgentPattern;
  readonly rows: readonly TagRow[];
  readonly window: Window;
}) {
  const now = useNow();
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts.map(({ count }) => count)));
  const previousFrom = Date.parse(pattern.from) - pattern.period_hours * 3_600_000;
  return (
    <Plot
      label={sentence(trend, pattern, rows, window)}
      height={plotHeight(rows.length)}
      table={{
        head: ["From (UTC)", "Decided", "Approved", ...rows.map(({ tag }) => tag)],
        rows: trend.buckets.map((bucket, at) => [
          formatBucket(bucket.from, trend.bucket),
          bucket.decided,
          bucket.approval_rate === null ? "–" : ratePercent(bucket.approval_rate),
          ...rows.map(({ counts }) => counts[at]?.count ?? 0),
        ]),
      }}
    >
      {(width) => {
        const layout = plotLayout(width, trend);
        const { left, right, x } = layout;
        const bottom = layout.baseline(rows.length - 1) + 8;
        const from = Math.max(left, x(Date.parse(pattern.from)));
        const before = Math.max(left, x(previousFrom));
        const ends = rows.length === 0 ? RATE_TOP + 100 : bottom;
        return (
          <>
            <rect x={before} width={Math.max(0, from - before)} y="0" height={ends} className="fill-sunk" />
            <line x1={from} x2={from} y1="0" y2={ends} className="stroke-hair-2" />
            {from - before < 110 ? null : (
              <text x={before + 6} y="13" className="fill-ink-3">
                {layout.isWide ? `previous ${window.label}` : "before"}
              </text>
            )}
            <text x={from + 6} y="13" className="fill-ink-2">
              {`last ${window.label}`}
            </text>
            <ApprovalLane trend={trend} pattern={pattern} layout={layout} now={now} />
            {rows.map((row, at) => (
              <TagLane key={row.tag} row={row} at={at} most={most} layout={layout} />
            ))}
            {ticksOf(trend, layout).map((tick) => (
              <text
                key={tick.x}
                x={Math.max(layout.isWide ? 0 : 18, tick.x)}
                y={ends + 18}
                textAnchor="middle"
                className="fill-ink-3"
              >
                {tick.text}
              </text>
            ))}
            {trend.buckets.map((bucket, at) => (
              <rect
                key={bucket.from}
                x={x(Date.parse(bucket.from))}
                width={Math.max(1, (right - left) / trend.buckets.length)}
                y="0"
                height={ends}
                className="fill-transparent"
              >
                <title>{describePoint(trend, at, rows)}</title>
              </rect>
            ))}
          </>
        );
      }}
    </Plot>
  );
}

function describePoint(trend: AgentTrend, at: number, rows: readonly TagRow[]): string {
  const bucket = trend.buckets[at]!;
  const tags = rows.flatMap(({ tag, counts }) => {
    const count = counts[at]?.count ?? 0;
    return count === 0 ? [] : [`${tag} ${count}`];
  });
  const rate =
    bucket.approval_rate === null
      ? "none decided"
      : `${ratePercent(bucket.approval_rate)} of ${bucket.decided} approved`;
  return [formatBucket(bucket.from, trend.bucket), rate, ...tags].join("\n");
}

function sentence(
  trend: AgentTrend,
  pattern: AgentPattern,
  rows: readonly TagRow[],
  { label: windowLabel }: Window,
): string {
  const rate =
    pattern.approval_rate === null
      ? `nothing was decided in the last ${windowLabel}`
      : `${ratePercent(pattern.approval_rate)} of ${pattern.decided} decided were approved in the last ${windowLabel}`;
  const tags = rows.map(({ tag, label, verdict }) => `${tag} ${label}, ${verdict}`).join("; ");
  return `${pattern.agent} by ${trend.bucket}: ${rate}.${tags === "" ? "" : ` Rejections by tag: ${tags}.`}`;
}
