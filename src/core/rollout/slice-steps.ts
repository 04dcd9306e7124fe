import type { Rollout } from "./rollout.ts";

/** The shares a canary goes through: each about as much riskier than the last as its evidence is better. */
export const SLICE_STEPS = [0.01, 0.05, 0.25, 0.5, 1] as const;

const MOST_STEPS = 20;

/** The shares of this rollout's own plan, or the usual ones. */
export const stepsOf = ({ steps }: Pick<Rollout, "steps">): readonly number[] => steps ?? SLICE_STEPS;

/** The next wider share; nothing once all reviews use the candidate. */
export const nextSlice = (rollout: Pick<Rollout, "steps" | "slice">): number | undefined =>
  stepsOf(rollout).find((step) => step > rollout.slice);

/** What is wrong with the shares of a plan. */
export function wrongSteps(steps: readonly number[]): string | undefined {
  const rising = steps.every((step, at) => step > (at === 0 ? 0 : steps[at - 1]!) && step <= 1);
  if (steps.length >= 1 && steps.length <= MOST_STEPS && rising && steps.at(-1) === 1) return undefined;
  return `steps must be 1 to ${MOST_STEPS} rising shares above 0 that end with 1, such as 0.1, 0.5, 1`;
}
