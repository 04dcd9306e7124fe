import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { type RolloutStep, ROLLOUT_STEPS } from "../story.ts";

export interface VersionPair {
  readonly schema_version: string;
  readonly prompt_version: string;
}

/** How a review is to be asked. */
interface AskedReview {
  readonly version: VersionPair;
  /** There while a rollout runs. */
  readonly assignment_id?: string;
}

export interface Versions {
  /** The version that a review is asked in, and its assignment. */
  readonly of: (key: string) => Promise<AskedReview>;
}

const MIN_REVIEWS = 15;

/** Brings prompt versions of the reviewer in, step by step, as people decide it. */
export function planRollouts({ agenda, calendar, as }: Stage): Versions {
  let current = pair("1.0");
  let running: string | undefined;
  let candidate: VersionPair | undefined;
  for (const step of ROLLOUT_STEPS) agenda.add(calendar.at(step.day), () => take(step));
  return {
    of: async (key) => {
      if (running === undefined) return { version: current };
      return must<AskedReview>(as("ana")("POST", `/rollouts/${running}/assignments`, { key }));
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
    // Without a reason first, so that none overrides what the health allows.
    const path = `/rollouts/${running}/${step.do}`;
    const asked = await ask("POST", path, {});
    if (asked.status >= 300) await must(ask("POST", path, { reason: step.reason }));
    if (step.do === "promote") current = candidate!;
    if (step.do !== "advance") running = undefined;
  }
}

const pair = (prompt: string): VersionPair => ({ schema_version: "1.0", prompt_version: prompt });
