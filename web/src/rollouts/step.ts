import { percent, type Rollout, type Standing } from "./rollout.ts";

export type StepName = "advance" | "promote" | "roll_back";

export interface StepAction {
  readonly name: StepName;
  readonly key: string;
  readonly label: string;
}

export function actionsOf({ stage, next_slice }: Rollout): readonly StepAction[] {
  const rollBack: StepAction = { name: "roll_back", key: "b", label: "Roll back" };
  if (stage === "promoted") return [rollBack];
  if (stage !== "canary") return [];
  return [
    next_slice === null
      ? { name: "promote", key: "p", label: "Promote" }
      : { name: "advance", key: "w", label: `Widen to ${percent(next_slice)}` },
    rollBack,
  ];
}

const RECOMMENDED_STEPS: Readonly<Record<Standing["decision"]["action"], StepName | undefined>> = {
  hold: undefined,
  widen: "advance",
  promote: "promote",
  roll_back: "roll_back",
};

export const recommendedStep = ({ decision }: Standing): StepName | undefined =>
  RECOMMENDED_STEPS[decision.action];

export const needsReason = (standing: Standing, step: StepName): boolean =>
  recommendedStep(standing) !== step;
