import { linear } from "../components/plot.tsx";
import { type AgentPattern, type AgentTrend, ratePercent } from "./format-agent.ts";
import { type PlotLayout, RATE_HEIGHT, RATE_TOP } from "./plot-layout.ts";
import { wilsonInterval } from "./rates.ts";

type Bucket = AgentTrend["buckets"][number];

const approvedIn = ({ approved, approved_with_changes, decided, rejected }: Bucket): number =>
  Math.min(decided, Math.max(approved, decided - rejected, approved_with_changes));

function contiguousRuns(buckets: readonly Bucket[]): readonly (readonly Bucket[])[] {
  const found: Bucket[][] = [[]];
  for (const bucket of buckets) {
    if (bucket.decided > 0) found.at(-1)!.push(bucket);
    else if (found.at(-1)!.length > 0) found.push([]);
  }
  return found.filter((run) => run.length > 0);
}

export function ApprovalLane({
  trend,
  pattern,
  layout,
  now,
}: {
  readonly trend: AgentTrend;
  readonly pattern: AgentPattern;
  readonly layout: PlotLayout;
  readonly now: number;
}) {
  const decided = trend.buckets.filter((bucket) => bucket.decided > 0);
  const bandIn = (bucket: Bucket) => wilsonInterval(approvedIn(bucket), bucket.decided)!;
  const rateIn = (bucket: Bucket): number => approvedIn(bucket) / bucket.decided;
  const least = Math.min(0.8, ...decided.map((bucket) => bandIn(bucket).low));
  const floor = Math.floor(least * 5) / 5;
  const y = linear([floor, 1], [RATE_TOP + RATE_HEIGHT, RATE_TOP]);
  const ticks = Array.from({ length: Math.round((1 - floor) / 0.2) + 1 }, (_, at) => floor + at * 0.2);
  const { isWide, left, right, middle, x } = layout;
  const unfinished = decided.findLast(({ from }) => Date.parse(from) + layout.bucketMs > now);
  const means = [
    [pattern.trend.approval_rate_before, trend.window.previous_from, pattern.from] as const,
    [pattern.approval_rate, pattern.from, pattern.to] as const,
  ];
  const path = (run: readonly Bucket[]): string =>
    run.map((bucket, at) => `${at === 0 ? "M" : "L"}${middle(bucket.from)} ${y(rateIn(bucket))}`).join("");
  const area = (run: readonly Bucket[]): string =>
    `${run.map((bucket, at) => `${at === 0 ? "M" : "L"}${middle(bucket.from)} ${y(bandIn(bucket).high)}`).join("")}${run
      .toReversed()
      .map((bucket) => `L${middle(bucket.from)} ${y(bandIn(bucket).low)}`)
      .join("")}Z`;
  return (
    <g>
      {isWide ? (
        <>
          <text x="0" y={RATE_TOP + 6} className="fill-ink font-semibold">
            Approval
          </text>
          {["of decided work,", `by ${trend.bucket}, with its`, "95\u202f% band"].map((line, at) => (
            <text key={line} x="0" y={RATE_TOP + 22 + at * 15} className="fill-ink-3">
              {line}
            </text>
          ))}
        </>
      ) : (
        <text x="0" y={RATE_TOP - 10} className="fill-ink font-semibold">
          Approval by {trend.bucket}
        </text>
      )}
      {ticks.map((share) => (
        <g key={share}>
          <line x1={left} x2={right} y1={y(share)} y2={y(share)} className="stroke-hair" />
          <text x={right + 6} y={y(share) + 4} className="fill-ink-3">
            {`${Math.round(share * 100)}\u202f%`}
          </text>
        </g>
      ))}
      {contiguousRuns(trend.buckets).map((run) =>
        run.length === 1 ? (
          <rect
            key={run[0]!.from}
            x={middle(run[0]!.from) - 3}
            width="6"
            y={y(bandIn(run[0]!).high)}
            height={y(bandIn(run[0]!).low) - y(bandIn(run[0]!).high)}
            className="fill-edge opacity-25"
          />
        ) : (
          <g key={run[0]!.from}>
            <path d={area(run)} className="fill-edge opacity-25" />
            <path d={path(run)} className="fill-none stroke-ink" strokeWidth="1.6" />
          </g>
        ),
      )}
      {means.map(([rate, from, to]) =>
        rate === null ? null : (
          <line
            key={from}
            x1={Math.max(left, x(Date.parse(from)))}
            x2={Math.min(right, x(Date.parse(to)))}
            y1={y(Math.max(floor, rate))}
            y2={y(Math.max(floor, rate))}
            className="stroke-ink-2"
            strokeDasharray="2 3"
          />
        ),
      )}
      {decided.map((bucket) => {
        const isOpen = bucket === unfinished;
        return (
          <circle
            key={bucket.from}
            cx={middle(bucket.from)}
            cy={y(rateIn(bucket))}
            r={isOpen ? 3.6 : 2.6}
            className={isOpen ? "fill-sheet stroke-ink" : "fill-ink"}
            strokeWidth={isOpen ? 1.6 : 0}
          />
        );
      })}
      {unfinished === undefined ? null : (
        // Above the plot, so that no line crosses the label.
        <text x={right} y={RATE_TOP - 10} textAnchor="end" className="fill-ink-2">
          {isWide
            ? `so far ${ratePercent(rateIn(unfinished))} of ${unfinished.decided}`
            : `${unfinished.decided} so far`}
        </text>
      )}
    </g>
  );
}
