import type { TaskHistory, TaskRound } from "./task-queries.ts";

const STEP = 56;
const HEIGHT = 120;
const TOP = 14;
const FOOT = 22;

export function TaskPlot({ history }: { readonly history: TaskHistory }) {
  const { rounds, best_round: best } = history;
  const most = Math.max(1, ...rounds.map(({ items }) => items.length));
  const gap = Math.min(7, 40 / most);
  const dots = TOP + HEIGHT + 14;
  const height = dots + most * gap + FOOT;
  const width = Math.max(1, rounds.length) * STEP;
  const x = (at: number): number => (at + 0.5) * STEP;
  const y = (score: number): number => TOP + (1 - score) * HEIGHT;
  const line = rounds.map(({ score }, at) => `${at === 0 ? "M" : "L"}${x(at)} ${y(score)}`).join("");
  return (
    <div className="overflow-x-auto">
      <svg
        role="img"
        aria-label={plotText(history)}
        width={width}
        height={height}
        className="block max-w-none"
      >
        {[0, 0.5, 1].map((score) => (
          <line key={score} x1="0" x2={width} y1={y(score)} y2={y(score)} className="stroke-hair-2" />
        ))}
        <path d={line} fill="none" strokeWidth="1.5" className="stroke-ink-2" />
        {rounds.map(({ number, score, items, escalations }, at) => (
          <g key={number}>
            <circle
              cx={x(at)}
              cy={y(score)}
              r={number === best?.number ? 5 : 3}
              className={number === best?.number ? "fill-green" : "fill-ink-2"}
            />
            {items.map((item, n) => (
              <circle
                key={`${item.issue_id} ${n}`}
                cx={x(at)}
                cy={dots + n * gap}
                r={Math.min(2.5, gap / 2.4)}
                className={
                  item.class === "repeated" || item.class === "reversed"
                    ? "fill-red"
                    : "fill-none stroke-ink-2"
                }
              />
            ))}
            <text x={x(at)} y={height - 6} textAnchor="middle" className="fill-ink-3 text-meta">
              {number}
              {escalations.length > 0 ? " !" : ""}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function plotText({ rounds, best_round: best }: TaskHistory): string {
  const scores = rounds.map(
    ({ number, score, items }: TaskRound) => `round ${number} ${score.toFixed(2)}, ${items.length} findings`,
  );
  return `Score by round: ${scores.join("; ")}.${best === null ? "" : ` Best is round ${best.number}.`}`;
}
