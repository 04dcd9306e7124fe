import { Button } from "../components/button.tsx";
import { percent, type Standing } from "./rollout.ts";
import { recommendedStep, type StepAction, type StepName } from "./step.ts";
import { capitalize } from "../lib/format.ts";

export function DecisionBar({
  standing,
  actions,
  mayLead,
  choose,
}: {
  readonly standing: Standing;
  readonly actions: readonly StepAction[];
  readonly mayLead: boolean;
  readonly choose: (step: StepName) => void;
}) {
  const recommended = recommendedStep(standing);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 text-second text-ink-2">
        <span className="font-medium text-ink">{words(standing)}</span>{" "}
        {mayLead ? null : "Only approvers and administrators can decide."}
        <span className="max-md:hidden">{why(standing)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ name, key, label }) => (
          <Button
            key={name}
            kind={name === recommended ? "solid" : "plain"}
            hint={key}
            onClick={() => choose(name)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function why({ decision: { action, reasons } }: Standing): string {
  const [first] = reasons;
  if (first === undefined || (action !== "hold" && action !== "roll_back")) return "";
  return `${capitalize(first.message).replaceAll(/(\d)%/g, "$1\u202f%")}.`;
}

function words({ decision, rollout }: Standing): string {
  switch (decision.action) {
    case "widen":
      return `Healthy enough to advance to ${percent(decision.slice ?? 1)} of reviews.`;
    case "promote":
      return "Healthy enough to promote.";
    case "roll_back":
      return "Unhealthy: roll back.";
    case "hold":
      return rollout.stage === "canary" || rollout.stage === "promoted"
        ? "Not healthy enough to advance yet."
        : "Nothing to decide.";
  }
}
