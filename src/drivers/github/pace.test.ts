import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

it("turns are a gap apart, whoever asks at once", async () => {
  const turn = createPace(20);
  const began = performance.now();
  const times = await Promise.all([1, 2, 3].map(async () => turn().then(() => performance.now() - began)));
  // Timers may fire a little early.
  for (const [index, time] of times.entries()) expect(time).toBeGreaterThan(index * 20 - 3);
});
