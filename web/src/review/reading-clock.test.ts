import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IDLE_MS, isReading, pauseReading, readFor, startReading, stirReading } from "./reading-clock.ts";

describe("the time that somebody reads", () => {
  it("runs while they do something", () => {
    const clock = stirReading(startReading(0), 60_000);
    expect(readFor(clock, 90_000)).toBe(90_000);
  });

  it("stops two minutes after the last that they did, and goes on when they are back", () => {
    const quiet = stirReading(startReading(0), 10_000);
    expect(isReading(quiet, 10_000 + IDLE_MS + 1)).toBe(false);
    expect(readFor(quiet, 3_600_000)).toBe(10_000 + IDLE_MS);
    expect(readFor(stirReading(quiet, 3_600_000), 3_605_000)).toBe(10_000 + IDLE_MS + 5_000);
  });

  it("does not run while the page is hidden, and starts from what was counted before", () => {
    const hidden = pauseReading(startReading(0, 7_000), 3_000);
    expect(readFor(hidden, 500_000)).toBe(10_000);
    expect(readFor(stirReading(hidden, 500_000), 501_000)).toBe(11_000);
  });

  it("never counts more than has passed, in whatever order things happen", () => {
    const step = fc.record({ does: fc.constantFrom(pauseReading, stirReading), after: fc.nat(400_000) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let now = 0;
        let clock = startReading(0);
        for (const { does, after } of steps) {
          const before = readFor(clock, now);
          now += after;
          clock = does(clock, now);
          expect(readFor(clock, now) - before).toBeGreaterThanOrEqual(0);
          expect(readFor(clock, now) - before).toBeLessThanOrEqual(after);
        }
      }),
    );
  });
});
