import { perHundred, type Timeline } from "./describe-week.ts";
import { LANE, type TimelineLayout } from "./timeline-layout.ts";

/** Bands and rates by week, the expected rate, and when versions and models changed. */
export function TimelineDrawing({
  timeline,
  layout,
  width,
  week: pointed,
}: {
  readonly timeline: Timeline;
  readonly layout: TimelineLayout;
  readonly width: number;
  readonly week: number | undefined;
}) {
  const { weeks, expected_rate, versions, last } = timeline;
  const { x, y, top, base, left, height } = layout;
  const clip = (rate: number): number => Math.max(top, y(rate));
  const edges = weeks.map(({ first }, at) => ({
    from: x(first),
    to: x(weeks[at + 1]?.first ?? last) + (weeks[at + 1] === undefined ? width - 2 - x(last) : 0),
  }));
  const began = versions[0]?.from;
  return (
    <>
      {layout.levels.map((level) => (
        <g key={level}>
          <line x1={left} x2={width} y1={y(level)} y2={y(level)} className="stroke-hair" />
          <text x={left - 6} y={y(level) + 4} textAnchor="end" className="fill-ink-3">
            {Number((level * 100).toFixed(1))}
          </text>
        </g>
      ))}
      {weeks.map(({ first, band, side }, at) =>
        band === null ? null : (
          <rect
            key={first}
            x={edges[at]!.from + 0.5}
            width={Math.max(1, edges[at]!.to - edges[at]!.from - 1)}
            y={clip(band.high)}
            height={Math.max(1, base - clip(band.high) - (base - clip(band.low)))}
            className={side === "before" ? "fill-sunk stroke-hair" : "fill-green-wash stroke-hair-2"}
          />
        ),
      )}
      {pointed === undefined ? null : (
        <rect
          x={edges[pointed]!.from}
          width={Math.max(1, edges[pointed]!.to - edges[pointed]!.from)}
          y={top}
          height={base - top}
          className="fill-none stroke-ink"
        />
      )}
      {expected_rate === null || began === undefined ? null : (
        <>
          <line
            x1={x(began)}
            x2={width}
            y1={y(expected_rate)}
            y2={y(expected_rate)}
            strokeDasharray="5 4"
            className="stroke-ink-2"
          />
          <text
            x={width - 2}
            y={y(expected_rate) - 5}
            textAnchor="end"
            strokeWidth="4"
            paintOrder="stroke"
            className="fill-ink-2 stroke-sheet"
          >
            expected {perHundred(expected_rate)}
          </text>
        </>
      )}
      <path d={ratePath(timeline, layout, edges)} fill="none" strokeWidth="1.8" className="stroke-ink" />
      {weeks.map(({ first, rate }, at) =>
        rate === null ? null : (
          <circle
            key={first}
            cx={(edges[at]!.from + edges[at]!.to) / 2}
            cy={clip(rate)}
            r="3"
            className="fill-ink"
          />
        ),
      )}
      <line x1={left} x2={width} y1={base} y2={base} className="stroke-edge" />
      {layout.events.map(({ x: at, text, kind, place }, index) => (
        <g key={index}>
          <line
            x1={at}
            x2={at}
            y1={place === undefined ? top : place.lane * LANE + 4}
            y2={base}
            strokeDasharray={kind === "model" ? "2 3" : undefined}
            className={kind === "model" ? "stroke-edge" : "stroke-ink"}
          />
          {place === undefined ? null : (
            <text
              x={place.left}
              y={place.lane * LANE + 12}
              strokeWidth="4"
              paintOrder="stroke"
              className={`stroke-sheet ${kind === "model" ? "fill-ink-2 italic" : "fill-ink font-semibold"}`}
            >
              {text}
            </text>
          )}
        </g>
      ))}
      {layout.ticks.map(({ text, left: at, isLast = false }) => (
        <text
          key={`${text} ${at}`}
          x={isLast ? width - 2 : at}
          y={height - 5}
          textAnchor={isLast ? "end" : "start"}
          className="fill-ink-3"
        >
          {text}
        </text>
      ))}
    </>
  );
}

/** Through the middles of the weeks with runs; weeks without leave a gap. */
function ratePath(
  { weeks }: Timeline,
  { y, top }: TimelineLayout,
  edges: readonly { readonly from: number; readonly to: number }[],
): string {
  let drawn = "";
  let isOpen = false;
  for (const [at, { rate }] of weeks.entries()) {
    if (rate === null) {
      isOpen = false;
      continue;
    }
    drawn += `${isOpen ? "L" : "M"}${(edges[at]!.from + edges[at]!.to) / 2} ${Math.max(top, y(rate))}`;
    isOpen = true;
  }
  return drawn;
}
