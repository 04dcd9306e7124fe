import { plural } from "../lib/format.ts";
import { linear, Plot } from "../components/plot.tsx";
import { Section } from "../components/section.tsx";
import { percent, type Standing } from "./rollout.ts";

const HEIGHT = 76;
const LINE = 30;

export function SliceSteps({ standing: { rollout, slices } }: { readonly standing: Standing }) {
  const { steps, slice, stage } = rollout;
  const isBack = stage === "rolled_back";
  const reached = steps.filter((step) => step <= slice + 1e-9).length;
  const reviewsAt = (step: number): number =>
    slices
      .filter((each) => each.role === "candidate" && Math.abs(each.slice - step) < 1e-9)
      .reduce((sum, { reviews }) => sum + reviews, 0);
  const label = isBack
    ? "Rolled back; no reviews use it."
    : `${percent(slice)} of reviews use it, step ${reached} of ${steps.length}.`;
  return (
    <Section title="Progress" end={isBack ? "rolled back" : `step ${reached} of ${steps.length}`}>
      <Plot
        label={label}
        height={HEIGHT}
        table={{
          head: ["Slice", "Reviews by the candidate", "Reached"],
          rows: steps.map((step, at) => [
            percent(step),
            reviewsAt(step),
            at < reached && !isBack ? "yes" : "no",
          ]),
        }}
      >
        {(width) => {
          const x = linear([0, steps.length], [4, width - 28]);
          return (
            <>
              <line
                x1={x(0)}
                x2={x(steps.length)}
                y1={LINE}
                y2={LINE}
                className="stroke-hair-2"
                strokeWidth="2"
              />
              <line
                x1={x(0)}
                x2={x(isBack ? 0 : reached)}
                y1={LINE}
                y2={LINE}
                className="stroke-ink"
                strokeWidth="3"
              />
              {steps.map((step, at) => {
                const isReached = at < reached && !isBack;
                const isLast = at === reached - 1 && !isBack;
                const seen = reviewsAt(step);
                return (
                  <g key={step}>
                    <circle
                      cx={x(at + 1)}
                      cy={LINE}
                      r={isLast ? 6 : 4}
                      className={isReached ? "fill-ink stroke-ink" : "fill-sheet stroke-edge"}
                      strokeWidth="1.6"
                    />
                    <text
                      x={x(at + 1)}
                      y={16}
                      textAnchor="middle"
                      className={isLast ? "fill-ink" : "fill-ink-2"}
                      fontWeight={isLast ? 600 : 400}
                    >
                      {percent(step)}
                    </text>
                    <text x={x(at + 1)} y={54} textAnchor="middle" className="fill-ink-3">
                      {seen === 0 ? "" : plural(seen, "review")}
                    </text>
                  </g>
                );
              })}
            </>
          );
        }}
      </Plot>
    </Section>
  );
}
