import { NULL_WORLDS, TRUE_WORLDS } from "./effect-cells.ts";
import { type EffectCell, simulateEffects } from "./simulate-effects.ts";
import {
  type LostTasks,
  type ManyTrials,
  type NullTrials,
  simulateLostTasks,
  simulateManyTrials,
  simulateNullTrials,
  simulateTrueTrials,
  type TrueCell,
} from "./simulate-trials.ts";

export interface NamedCell extends EffectCell {
  readonly name: string;
}

/** How many are simulated of everything. */
export interface SimulationSize {
  readonly nullTrials: number;
  readonly trueTrials: number;
  readonly manyTrials: number;
  readonly lostTasks: number;
  readonly rules: number;
  /** The worlds before and after a rule that are simulated, by place; all if left out. */
  readonly worlds?: readonly number[];
}

export const FULL_SIZE: SimulationSize = {
  nullTrials: 400,
  trueTrials: 500,
  manyTrials: 100,
  lostTasks: 400,
  rules: 200,
};

/** So small that a test repeats it. */
export const SAMPLE_SIZE: SimulationSize = {
  nullTrials: 5,
  trueTrials: 20,
  manyTrials: 2,
  lostTasks: 10,
  rules: 15,
  worlds: [0, 1, 15, 24, 31],
};

export const SEED = 20_261_119;

export interface SimulatedFigures {
  readonly seed: number;
  readonly null_trials: NullTrials;
  readonly true_trials: readonly TrueCell[];
  readonly many_trials: ManyTrials;
  readonly lost_tasks: readonly LostTasks[];
  readonly null_effects: readonly NamedCell[];
  readonly true_effects: readonly NamedCell[];
}

/** Simulates everything, and says what it is at. */
export function simulateAll(
  size: SimulationSize,
  seed: number,
  tell: (what: string) => void,
): SimulatedFigures {
  const started = <T>(what: string, make: () => T): T => {
    tell(what);
    return make();
  };
  const effects = (worlds: typeof NULL_WORLDS, from: number): readonly NamedCell[] =>
    worlds.flatMap(({ name, world }, index) =>
      size.worlds === undefined || size.worlds.includes(index)
        ? [started(name, () => ({ name, ...simulateEffects(world, size.rules, from + index) }))]
        : [],
    );
  return {
    seed,
    null_trials: started("trials of rules that do nothing", () => simulateNullTrials(size.nullTrials, seed)),
    true_trials: started("trials of rules that do something", () =>
      simulateTrueTrials(size.trueTrials, seed + 100),
    ),
    many_trials: started("fifty trials at once", () => simulateManyTrials(size.manyTrials, seed + 200)),
    lost_tasks: started("lost tasks", () => simulateLostTasks(size.lostTasks, seed + 300)),
    null_effects: effects(NULL_WORLDS, seed + 400),
    true_effects: effects(TRUE_WORLDS, seed + 500),
  };
}
