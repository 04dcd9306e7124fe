import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { type RolloutStep, ROLLOUT_STEPS } from "../story.ts";

export interface ReviewVersion {
  readonly schema_version: string;
  readonly prompt_version: string;
}

interface AssignedReview {
  readonly version: ReviewVersion;
  /** Absent unless a rollout is running. */
  readonly assignment_id?: string;
}

export interface Versions {
  /** Assigns a version to a review. */
  readonly assign: (key: string) => Promise<AssignedReview>;
}

const MIN_REVIEWS = 15;

/** Rolls out new prompt versions of the reviewer step by step. */
export function planRollouts({ agenda, calendar, as }: Stage): Versions {
  let current = pair("1.0");
  let running: string | undefined;
  let candidate: ReviewVersion | undefined;
  for (const step of ROLLOUT_STEPS) agenda.add(calendar.at(step.day), () => take(step));
  return {
    assign: async (key) => {
      if (running === undefined) return { version: current };
      return must<AssignedReview>(as("ana")("POST", `/rollouts/${running}/assignments`, { key }));
    },
  };

  async function take(step: RolloutStep): Promise<void> {
    const ask = as(step.by);
    if (step.do === "start") {
      candidate = pair(step.to);
      const { steps, reason } = step;
      const slo = { min_reviews: MIN_REVIEWS };
      const started = await must<{ readonly id: string }>(
        ask("POST", "/rollouts", { baseline: current, candidate, steps, slo, reason }),
      );
      running = started.id;
      return;
    }
    // A reason overrides failed health checks, so it is only sent if the step is refused without one.
    const path = `/rollouts/${running}/${step.do}`;
    const response = await ask("POST", path, {});
    if (response.status >= 300) await must(ask("POST", path, { reason: step.reason }));
    if (step.do === "promote") current = candidate!;
    if (step.do !== "advance") running = undefined;
  }
}

const pair = (prompt: string): ReviewVersion => ({ schema_version: "1.0", prompt_version: prompt });
