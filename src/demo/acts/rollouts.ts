import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";

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

type Step = { readonly day: number; readonly by: string; readonly reason: string } & (
  | { readonly do: "start"; readonly to: string; readonly steps: readonly number[] }
  | { readonly do: "advance" | "promote" | "roll-back" }
);

/** One version that went through, one that was taken back, and one that is on its way. */
const STEPS: readonly Step[] = [
  {
    day: 13.4,
    by: "ana",
    do: "start",
    to: "1.1",
    steps: [0.2, 0.5, 1],
    reason: "Names the changed files twice.",
  },
  { day: 19.4, by: "ana", do: "advance", reason: "No answer was refused so far." },
  { day: 25.4, by: "ben", do: "advance", reason: "Fewer findings outside the change than before." },
  { day: 32.4, by: "ana", do: "promote", reason: "Two weeks without a refused answer." },
  { day: 37.4, by: "ben", do: "start", to: "1.2", steps: [0.3, 1], reason: "A shorter prompt." },
  {
    day: 42.4,
    by: "ben",
    do: "roll-back",
    reason: "The short prompt is answered in prose every other time.",
  },
  {
    day: 46.4,
    by: "emil",
    do: "start",
    to: "1.3",
    steps: [0.25, 0.5, 1],
    reason: "Asks for fewer, surer findings.",
  },
  { day: 52.4, by: "emil", do: "advance", reason: "A wider slice, to see whether the stray findings stay." },
];
const MIN_REVIEWS = 15;

/** Brings prompt versions of the reviewer in, step by step, as people decide it. */
export function planRollouts({ agenda, calendar, as }: Stage): Versions {
  let current = pair("1.0");
  let running: string | undefined;
  let candidate: VersionPair | undefined;
  for (const step of STEPS) agenda.add(calendar.at(step.day), () => take(step));
  return {
    of: async (key) => {
      if (running === undefined) return { version: current };
      return must<AskedReview>(as("ana")("POST", `/rollouts/${running}/assignments`, { key }));
    },
  };

  async function take(step: Step): Promise<void> {
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
