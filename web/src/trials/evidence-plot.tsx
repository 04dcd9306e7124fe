import { linear, Plot } from "../components/plot.tsx";
import { formatDay } from "../lib/format-date.ts";
import { changeText, formatEvidence, intervalText, recurrencesOf } from "./describe-trial.ts";
import type { Trial } from "./trial-queries.ts";

type Point = Trial["points"][number];

const HEIGHT = 236;
const TOP = 22;
const BOTTOM = HEIGHT - 26;
const LEFT = 44;
const RIGHT = 10;
/** Evidence beyond the last one is drawn at the edge. */
const TICKS = [0.1, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;
const short = new Intl.NumberFormat("en", { notation: "compact" });
const SMALLEST = 0.05;

/** Enough room for the recurrences so far and for those that were forecast. */
const lastX = (trial: Trial): number =>
  Math.max(
    10,
    recurrencesOf(trial),
    trial.state === "running" && trial.forecast.days !== null ? trial.forecast.recurrences : 0,
  );

const xOf = (trial: Trial, width: number) => linear([0, lastX(trial)], [LEFT, width - RIGHT]);

/** The strength of the evidence after each recurrence, on a logarithmic scale, with the threshold. */
export function EvidencePlot({ trial }: { readonly trial: Trial }) {
  const { points, threshold, forecast, state } = trial;
  const most = Math.max(threshold * 5, ...points.map(({ e_value }) => e_value));
  const top = TICKS.find((tick) => tick >= most) ?? 1_000_000;
  const y = (value: number): number =>
    linear(
      [Math.log10(SMALLEST), Math.log10(top)],
      [BOTTOM, TOP],
    )(Math.log10(Math.min(top, Math.max(SMALLEST, value))));
  return (
    <Plot
      label={`Evidence over recurrences: ${formatEvidence(trial.e_value)} after ${recurrencesOf(trial)}; a verdict needs ${threshold}.`}
      height={HEIGHT}
      table={tableOf(points)}
    >
      {(width) => {
        const x = xOf(trial, width);
        return (
          <>
            <text x={LEFT} y="12" className="fill-ink-3">
              strength of the evidence
            </text>
            {TICKS.filter((tick) => tick <= top).map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} className="stroke-hair" />
                <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" className="fill-ink-3">
                  {short.format(tick)}
                </text>
              </g>
            ))}
            <line
              x1={LEFT}
              x2={width - RIGHT}
              y1={y(threshold)}
              y2={y(threshold)}
              className="stroke-ink"
              strokeDasharray="5 3"
            />
            <text x={width - RIGHT} y={y(threshold) - 5} textAnchor="end" className="fill-ink">
              {`enough: ${threshold}`}
            </text>
            {state === "running" && forecast.days !== null ? (
              <Forecast x={x(forecast.recurrences)} width={width} count={forecast.recurrences} />
            ) : null}
            <polyline
              points={points.map(({ recurrences, e_value }) => `${x(recurrences)},${y(e_value)}`).join(" ")}
              className="fill-none stroke-ink"
              strokeWidth="1.6"
            />
            <Dots points={points} x={x} y={({ e_value }) => y(e_value)} />
            <Counts trial={trial} x={x} />
          </>
        );
      }}
    </Plot>
  );
}

function Forecast({
  x,
  width,
  count,
}: {
  readonly x: number;
  readonly width: number;
  readonly count: number;
}) {
  const isLate = x > width / 2;
  return (
    <>
      <line x1={x} x2={x} y1={TOP} y2={BOTTOM} className="stroke-edge" strokeDasharray="1 3" />
      <text
        x={isLate ? x - 5 : x + 5}
        y={BOTTOM - 6}
        textAnchor={isLate ? "end" : "start"}
        className="fill-ink-2"
      >
        {`forecast: ${count}`}
      </text>
    </>
  );
}

/** Changes beyond this are drawn at the edge. */
const MOST_CHANGE = 1;

/** How much the rule changes the mistake, as an interval that narrows with every recurrence. */
export function ChangePlot({ trial }: { readonly trial: Trial }) {
  const { points, reduction, no_difference } = trial;
  const y = (share: number): number =>
    linear([MOST_CHANGE, -1], [TOP, BOTTOM])(Math.min(MOST_CHANGE, Math.max(-1, share)));
  const upper = ({ low }: Point): number => (low === null ? MOST_CHANGE : -low);
  const estimate = reduction.estimate === null ? "unknown" : changeText(reduction.estimate);
  return (
    <Plot
      label={`Change of the mistake with the rule: ${estimate}, interval ${intervalText(reduction)}.`}
      height={HEIGHT}
      table={tableOf(points)}
    >
      {(width) => {
        const x = xOf(trial, width);
        const [from, to] = [y(-(no_difference.low ?? -MOST_CHANGE)), y(-no_difference.high)];
        const band = [
          ...points.map((point) => `${x(point.recurrences)},${y(upper(point))}`),
          ...points.toReversed().map(({ recurrences, high }) => `${x(recurrences)},${y(-high)}`),
        ];
        return (
          <>
            <text x={LEFT} y="12" className="fill-ink-3">
              change of the mistake with the rule
            </text>
            <rect
              x={LEFT}
              y={from}
              width={Math.max(0, width - RIGHT - LEFT)}
              height={Math.max(0, to - from)}
              className="fill-sunk"
            />
            {[1, 0.5, 0, -0.5, -1].map((share) => (
              <g key={share}>
                <line
                  x1={LEFT}
                  x2={width - RIGHT}
                  y1={y(share)}
                  y2={y(share)}
                  className={share === 0 ? "stroke-ink-2" : "stroke-hair"}
                />
                <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" className="fill-ink-3">
                  {share === 0 ? "0" : `${share < 0 ? "−" : "+"}${Math.abs(share) * 100}`}
                </text>
              </g>
            ))}
            <polygon points={band.join(" ")} className="fill-hair opacity-70" />
            <polyline
              points={points.map((point) => `${x(point.recurrences)},${y(upper(point))}`).join(" ")}
              className="fill-none stroke-ink"
              strokeWidth="1.2"
            />
            <polyline
              points={points.map(({ recurrences, high }) => `${x(recurrences)},${y(-high)}`).join(" ")}
              className="fill-none stroke-ink"
              strokeWidth="1.2"
            />
            <text x={width - RIGHT - 4} y={to - 5} textAnchor="end" className="fill-ink-2">
              {no_difference.low === null ? "needless if all of it is here" : "no difference"}
            </text>
            {reduction.estimate === null || points.length === 0 ? null : (
              <circle cx={x(recurrencesOf(trial))} cy={y(-reduction.estimate)} r="4" className="fill-ink" />
            )}
            <Dots points={points} x={x} y={({ high }) => y(-high)} isHidden />
            <Counts trial={trial} x={x} />
          </>
        );
      }}
    </Plot>
  );
}

/** Points to hover; drawn only if there are few. */
function Dots({
  points,
  x,
  y,
  isHidden = false,
}: {
  readonly points: readonly Point[];
  readonly x: (count: number) => number;
  readonly y: (point: Point) => number;
  readonly isHidden?: boolean;
}) {
  return points.map((point) => (
    <circle
      key={point.recurrences}
      cx={x(point.recurrences)}
      cy={y(point)}
      r={points.length > 40 ? 2 : 3}
      className={isHidden ? "fill-transparent" : "fill-ink"}
    >
      <title>
        {`recurrence ${point.recurrences}, ${formatDay(point.time)}\nevidence ${formatEvidence(point.e_value)}\nchange ${intervalText(point)}`}
      </title>
    </circle>
  ));
}

function Counts({ trial, x }: { readonly trial: Trial; readonly x: (count: number) => number }) {
  const last = lastX(trial);
  return [0, Math.round(last / 2), last].map((count, at) => (
    <text
      key={count}
      x={x(count)}
      y={HEIGHT - 8}
      textAnchor={at === 0 ? "start" : at === 1 ? "middle" : "end"}
      className="fill-ink-3"
    >
      {at === 1 ? `${count} recurrences` : count}
    </text>
  ));
}

const tableOf = (points: readonly Point[]) => ({
  head: ["Recurrence", "Day", "Evidence", "Change, interval"],
  rows: points.map((point) => [
    point.recurrences,
    formatDay(point.time),
    formatEvidence(point.e_value),
    intervalText(point),
  ]),
});
