import { describe, expect, it } from "vitest";
import { createStopper } from "./stopper.ts";

describe("createStopper", () => {
  it("ends the pauses that run and those to come", async () => {
    const stopper = createStopper();
    const long = [stopper.pause(600_000), stopper.pause(600_000)];
    expect(stopper.stopping).toBe(false);
    stopper.stop();
    stopper.stop();
    await Promise.all([...long, stopper.pause(600_000)]);
    expect(stopper.stopping).toBe(true);
  });

  it("lets a pause end by itself", async () => {
    const stopper = createStopper();
    await stopper.pause(1);
    expect(stopper.stopping).toBe(false);
  });
});
