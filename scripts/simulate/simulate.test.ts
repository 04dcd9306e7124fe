import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FiguresFile } from "../simulate.ts";
import { simulateWorld } from "./effect-world.ts";
import { NULL_WORLDS } from "./effect-cells.ts";
import { SAMPLE_SIZE, SEED, simulateAll } from "./figures.ts";
import { createRandom, geometric, poisson } from "./random.ts";
import { createTrialWorld } from "./trial-world.ts";
import { renderTrialsPage, renderTrialsPictures } from "./trials-page.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const { all, sample } = JSON.parse(read("figures.json")) as FiguresFile;

describe("the simulation", () => {
  it("21.3 gives the figures that are committed: a small one, repeated", () => {
    expect(JSON.parse(JSON.stringify(simulateAll(SAMPLE_SIZE, SEED, () => undefined)))).toEqual(sample);
  });

  it("21.3 is what docs/trials.md and its pictures are made of", () => {
    expect(read("../../docs/trials.md")).toBe(renderTrialsPage(all));
    for (const [name, picture] of Object.entries(renderTrialsPictures(all)))
      expect(read(`../../docs/pictures/trials/${name}`)).toBe(picture);
  });

  it("21.3 shows that trials keep their promises", () => {
    const { cells } = all.null_trials;
    const trials = cells.reduce((sum, cell) => sum + cell.trials, 0);
    const wrong = cells.map(({ works, harms, trials: of }) => ({
      count: works + harms,
      share: (works + harms) / of,
    }));
    expect(trials).toBeGreaterThanOrEqual(10_000);
    expect(wrong.reduce((sum, { count }) => sum + count, 0) / trials).toBeLessThanOrEqual(0.05);
    expect(Math.max(...wrong.map(({ share }) => share))).toBeLessThanOrEqual(0.06);
    const strong = all.true_trials.find(({ reduction, share }) => reduction === 0.75 && share === 0.5);
    expect(strong!.recurrences.median).toBeLessThanOrEqual(25);
    expect(all.many_trials.false_share).toBeLessThanOrEqual(0.05);
    const whole = all.lost_tasks.filter(({ lost }) => lost === 0);
    expect(whole.every(({ noticed }) => noticed <= 0.005)).toBe(true);
  });

  it("21.3 shows that a rule that does nothing is hardly ever said to help, in any cell", () => {
    expect(all.null_effects).toHaveLength(NULL_WORLDS.length);
    expect(all.null_effects.filter(({ helping }) => helping > 0.05)).toEqual([]);
    expect(Math.max(...all.null_effects.map(({ earlier }) => earlier))).toBeGreaterThan(0.3);
    const { helping } = all.true_effects.find(({ name }) => name === "90 %, team of 5")!;
    expect(helping).toBeGreaterThan(0.5);
  });
});

describe("simulated worlds", () => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;

  it("have the counts that they should, on average", () => {
    const random = createRandom(1);
    const draw = (once: () => number): number => mean(Array.from({ length: 20_000 }, once));
    expect(draw(random)).toBeCloseTo(0.5, 1);
    expect(draw(() => poisson(random, 2.5))).toBeCloseTo(2.5, 1);
    expect(draw(() => poisson(random, 70)) / 70).toBeCloseTo(1, 2);
    expect(draw(() => geometric(random, 4)) / 4).toBeCloseTo(1, 1);
  });

  it("make the mistake as often as they say, with and without the rule", () => {
    const next = createTrialWorld(
      { drift: "steady", link: "independent", rate: 0.1, reduction: 0.5 },
      createRandom(2),
    );
    const share = (given: boolean): number =>
      mean(Array.from({ length: 40_000 }, () => next(given).recurrences));
    expect(share(false)).toBeCloseTo(0.1, 2);
    expect(share(true)).toBeCloseTo(0.05, 2);
    const retried = createTrialWorld(
      { drift: "steady", link: "retries", rate: 0.1, reduction: 0 },
      createRandom(3),
    );
    const tasks = Array.from({ length: 5_000 }, () => retried(false));
    expect(tasks.some(({ runs }) => runs > 2)).toBe(true);
  });

  it("bring a rule into force after its trigger", () => {
    const [{ world }] = NULL_WORLDS as [(typeof NULL_WORLDS)[number]];
    const random = createRandom(4);
    for (let n = 0; n < 20; n += 1) {
      const days = simulateWorld(world, random);
      if (days === undefined) continue;
      const led = days.filter(({ day }) => day >= -1 - world.delay - 6 && day <= -1 - world.delay);
      expect(led.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBeGreaterThanOrEqual(3);
      expect(days.at(-1)!.day).toBe(90);
    }
  });
});
