import type { AgentPattern } from "./format-agent.ts";

const WIDTH = 112;
const HEIGHT = 26;
const DOT = 5;

export function Sparkline({ series }: { readonly series: AgentPattern["series"] }) {
  const most = Math.max(1, ...series.map(({ rejected }) => rejected));
  const step = WIDTH / Math.max(1, series.length);
  const isFew = most * DOT <= HEIGHT - 2;
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="block">
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-hair-2" />
      {series.map(({ from, rejected }, at) => {
        const x = (at + 0.5) * step;
        if (isFew) {
          return Array.from({ length: rejected }, (_, n) => (
            <circle
              key={`${from} ${n}`}
              cx={x}
              cy={HEIGHT - 4 - n * DOT}
              r={Math.min(2, step / 2)}
              className="fill-ink-2"
            />
          ));
        }
        const height = (rejected / most) * (HEIGHT - 3);
        const width = Math.max(1, Math.min(8, step * 0.6));
        return (
          <rect
            key={from}
            x={x - width / 2}
            y={HEIGHT - 1 - height}
            width={width}
            height={height}
            className="fill-ink-2"
          />
        );
      })}
    </svg>
  );
}
