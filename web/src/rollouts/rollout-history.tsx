import { Mark, type MarkName } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { percent, type Rollout } from "./rollout.ts";

type Step = Rollout["history"][number];

const MARKS: Readonly<Record<Step["event"], MarkName>> = {
  start_canary: "wait",
  widen: "caret",
  promote: "stet",
  roll_back: "dele",
  retire: "dele",
};

function summarize({ event, slice }: Step): string {
  switch (event) {
    case "start_canary":
      return `began with ${percent(slice)}`;
    case "widen":
      return `widened to ${percent(slice)}`;
    case "promote":
      return "promoted it";
    case "roll_back":
      return "rolled it back";
    case "retire":
      return "retired it";
  }
}

export function RolloutHistory({ rollout }: { readonly rollout: Rollout }) {
  const { history, slo } = rollout;
  return (
    <>
      <Section title="History" end={rollout.id}>
        <ol className="grid gap-3">
          {history.toReversed().map((step) => (
            <li key={step.at + step.event} className="grid grid-cols-[20px_1fr] gap-x-2">
              <Mark name={MARKS[step.event]} tone={step.event === "promote" ? "green" : "ink"} />
              <div className="min-w-0">
                <p>
                  <span className="serif text-rule">{step.by ?? "Emend"}</span> {summarize(step)}
                </p>
                {step.reason === null ? null : (
                  <p className="serif text-quote break-words text-ink-2 italic">{step.reason}</p>
                )}
                <p className="text-meta text-ink-3">
                  <Ago time={step.at} />
                  {step.overrides.length === 0
                    ? null
                    : `; overrode ${step.overrides.map((name) => name.replaceAll("_", " ")).join(", ")}`}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Limits">
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-second">
          <dt className="text-ink-2">Reviews per step</dt>
          <dd className="text-end">{slo.min_reviews}</dd>
          <dt className="text-ink-2">Findings dropped</dt>
          <dd className="text-end">{percent(slo.drop_rate)}</dd>
          <dt className="text-ink-2">Unreadable version</dt>
          <dd className="text-end">{percent(slo.incompatible_rate)}</dd>
          <dt className="text-ink-2">Rejected, times the baseline</dt>
          <dd className="text-end">{slo.rejection_factor}</dd>
          <dt className="text-ink-2">Always accepted up to</dt>
          <dd className="text-end">{percent(slo.rejection_floor)}</dd>
        </dl>
      </Section>
    </>
  );
}
