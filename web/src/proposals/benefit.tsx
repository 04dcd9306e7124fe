import { Section } from "../parts/section.tsx";
import { withUnit } from "../parts/time.tsx";
import type { Proposal } from "./proposals-query.ts";
import { plural } from "../parts/words.ts";

/** What the queue is ordered by, said so that nobody takes it for a forecast. */
export function Benefit({ proposal: { benefit } }: { readonly proposal: Proposal }) {
  const { score, per_week, agents, confidence } = benefit;
  return (
    <Section title="Expected benefit" end={score.toFixed(2)}>
      <p className="text-second text-ink-2">
        {per_week === 0 ? (
          "Nothing of the last four weeks speaks for it."
        ) : (
          <>
            It was said{" "}
            <b className="font-semibold text-ink">{per_week === 1 ? "once" : `${per_week} times`} a week</b>{" "}
            of the last four, to {plural(agents, "agent")}, and is{" "}
            {withUnit(Math.round(confidence * 100), "%")} surely one pattern. The number orders the queue; it
            is no forecast.
          </>
        )}
      </p>
    </Section>
  );
}
