import type { PlotLayout } from "./plot-layout.ts";
import { DOTS_UP_TO, type TagRow } from "./tag-rows.ts";

const BAR_HEIGHT = 26;
const DOT = 6;

export function TagLane({
  row,
  at,
  most,
  layout,
}: {
  readonly row: TagRow;
  readonly at: number;
  readonly most: number;
  readonly layout: PlotLayout;
}) {
  const { isWide, nameLength, left, right, middle, barWidth, x } = layout;
  const y = layout.baseline(at);
  const top = Math.max(0, ...row.counts.map(({ count }) => count));
  const isFew = top <= DOTS_UP_TO;
  const started = row.rules.map(({ since }) => Date.parse(since)).toSorted((a, b) => a - b)[0];
  return (
    <g>
      {isWide ? (
        <>
          <text x="0" y={y - 12} className={`fill-ink ${row.isRed ? "font-semibold" : "font-medium"}`}>
            {cut(row.tag, nameLength)}
          </text>
          <text x="0" y={y + 3} className="fill-ink-3">
            {row.label}
          </text>
        </>
      ) : (
        <text x="0" y={y - 34} className="fill-ink font-medium">
          {cut(row.tag, nameLength)}
          <tspan className="fill-ink-3 font-normal">{`  ${row.label}`}</tspan>
        </text>
      )}
      <line x1={left} x2={right} y1={y + 0.5} y2={y + 0.5} className="stroke-hair-2" />
      {row.counts.map(({ from, count }, index) => {
        if (count === 0) return null;
        const isLast =
          index === row.counts.length - 1 || row.counts.slice(index + 1).every((each) => each.count === 0);
        const isAfter = started !== undefined && Date.parse(from) + layout.bucketMs / 2 >= started;
        const tone = row.isAlert && isLast ? "fill-red" : isAfter ? "fill-ink" : "fill-edge";
        if (isFew) {
          return Array.from({ length: count }, (_, n) => (
            <circle
              key={`${from} ${n}`}
              cx={middle(from)}
              cy={y - 4 - n * DOT}
              r={Math.min(2.5, Math.max(1.5, barWidth / 2))}
              className={tone}
            />
          ));
        }
        const height = (count / most) * BAR_HEIGHT;
        return (
          <rect
            key={from}
            x={middle(from) - barWidth / 2}
            y={y - height}
            width={barWidth}
            height={height}
            className={tone}
          />
        );
      })}
      <text
        x={isWide ? right + 8 : right + 40}
        y={isWide ? y + 2 : y - 34}
        textAnchor={isWide ? "start" : "end"}
        className={row.isRed ? "fill-red font-medium" : "fill-ink-3"}
      >
        {row.verdict}
      </text>
      {row.rules.map(({ id, since, text }, index) => {
        const start = x(Date.parse(since));
        if (start < left || start > right) return null;
        const availableWidth = right - start;
        const isLeft = availableWidth < 150;
        return (
          <g key={id}>
            <line x1={start} x2={start} y1={y - 44} y2={y + 4} className="stroke-ink" strokeWidth="1.2" />
            <path
              d={`M${start - 4} ${y + 10} L${start} ${y + 4} L${start + 4} ${y + 10}`}
              className="fill-none stroke-ink"
              strokeWidth="1.6"
            />
            {isWide && index === 0 ? (
              <text
                x={start + (isLeft ? -6 : 6)}
                y={y - 34}
                textAnchor={isLeft ? "end" : "start"}
                className="fill-ink-2 stroke-sheet"
                strokeWidth="4"
                paintOrder="stroke"
              >
                {cut(text, Math.max(12, Math.floor((isLeft ? start - left : availableWidth) / 6.2)))}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
