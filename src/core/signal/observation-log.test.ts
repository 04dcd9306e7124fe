import { expect, it } from "vitest";
import type { Observation } from "./observation-log.ts";
import { ObservationLog } from "./observation-log.ts";

const seen = (start: number, differs: Partial<Observation> = {}): Observation => ({
  says: "runtime_error",
  weight: "strong",
  source: "shell",
  start,
  end: start + 1,
  text: "x",
  ...differs,
});

it("keeps the first and the last of a kind, counts all, and lists them in the order of the text", () => {
  const log = new ObservationLog();
  for (let n = 0; n < 1_000; n += 1) log.add(seen(n));
  log.add(seen(5_000, { says: "success", weight: "proof", source: "jest" }));
  expect(log.list().map((each) => each.start)).toEqual([0, 1, 2, 3, 996, 997, 998, 999, 5_000]);
  expect(log.count("runtime_error", "strong")).toBe(1_000);
  expect(log.count("runtime_error", "proof", "weak")).toBe(0);
  expect(log.count("success", "proof")).toBe(1);
});
