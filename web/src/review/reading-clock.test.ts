import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  IDLE_MS,
  isReading,
  pauseReading,
  readingTime,
  startReading,
  resumeReading,
} from "./reading-clock.ts";

describe("the time that somebody reads", () => {
  it("runs while they do something", () => {
    const clock = resumeReading(startReading(0), 60_000);
    expect(readingTime(clock, 90_000)).toBe(90_000);
  });

  it("stops two minutes after the last that they did, and goes on when they are back", () => {
    const quiet = resumeReading(startReading(0), 10_000);
    expect(isReading(quiet, 10_000 + IDLE_MS + 1)).toBe(false);
    expect(readingTime(quiet, 3_600_000)).toBe(10_000 + IDLE_MS);
    expect(readingTime(resumeReading(quiet, 3_600_000), 3_605_000)).toBe(10_000 + IDLE_MS + 5_000);
  });

  it("does not run while the page is hidden, and starts from what was counted before", () => {
    const hidden = pauseReading(startReading(0, 7_000), 3_000);
    expect(readingTime(hidden, 500_000)).toBe(10_000);
    expect(readingTime(resumeReading(hidden, 500_000), 501_000)).toBe(11_000);
  });

  it("never counts more than has passed, in whatever order things happen", () => {
    const step = fc.record({ does: fc.constantFrom(pauseReading, resumeReading), after: fc.nat(400_000) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let now = 0;
        let clock = startReading(0);
        for (const { does, after } of steps) {
          const before = readingTime(clock, now);
          now += after;
          clock = does(clock, now);
          expect(readingTime(clock, now) - before).toBeGreaterThanOrEqual(0);
          expect(readingTime(clock, now) - before).toBeLessThanOrEqual(after);
        }
      }),
    );
  });
});
