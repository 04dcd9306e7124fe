import { expect, it } from "vitest";
import { SETUPS } from "./lab-site.ts";
import { runLab } from "./run-lab.ts";

const FAULTS_MS = 20_000;

it.each(SETUPS)("loses and doubles nothing while faults are injected at random: %s", async (setup) => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const told: string[] = [];
  const { violations, acknowledged, injected } = await runLab({
    setup,
    seed,
    ms: FAULTS_MS,
    say: (line) => void told.push(line),
  });
  expect(violations, `seed ${seed}\n${told.join("\n")}`).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
  expect(injected.size).toBeGreaterThan(0);
});
