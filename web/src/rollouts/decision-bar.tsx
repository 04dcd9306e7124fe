import { Button } from "../components/button.tsx";
import { capital, percent, type Standing } from "./rollout.ts";
import { spokenFor, type StepAction, type StepName } from "./step.ts";

/** What the health speaks for, and the steps; the solid one is that. */
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
  const spoken = spokenFor(standing);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 text-second text-ink-2">
        <span className="font-medium text-ink">{words(standing)}</span>{" "}
        {mayLead ? null : "Approvers and administrators decide."}
        <span className="max-one:hidden">{why(standing)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ name, key, label }) => (
          <Button
            key={name}
            kind={name === spoken ? "solid" : "plain"}
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

/** The first reason, where the health speaks against going on. */
function why({ decision: { action, reasons } }: Standing): string {
  const [first] = reasons;
  if (first === undefined || (action !== "hold" && action !== "roll_back")) return "";
  return `${capital(first.message).replaceAll(/(\d)%/g, "$1\u202f%")}.`;
}

function words({ decision, rollout }: Standing): string {
  switch (decision.action) {
    case "widen":
      return `The health speaks for ${percent(decision.slice ?? 1)} of reviews next.`;
    case "promote":
      return "The health speaks for promoting it.";
    case "roll_back":
      return "The health speaks for going back.";
    case "hold":
      return rollout.stage === "canary" || rollout.stage === "promoted"
        ? "The health speaks for waiting."
        : "Nothing is left to decide here.";
  }
}
