import { describe, expect, it } from "vitest";

import { createCountReader } from "./test-marks.ts";

const FAILED = { says: "verification_failure", weight: "proof" };
const PASSED = { says: "success", weight: "proof" };

describe("counts of a test run", () => {
  it.each([
    ["passes and no failures", "12 passed, 0 failed", PASSED],
    ["one failure", "12 passed and 1 failed", FAILED],
    ["pairs parted by spaces", "tests=3 passed=2 failed=1", FAILED],
    ["a title before the counts", "Results: 10 passed, 2 failed, 12 total", FAILED],
    ["a total with nothing failed", "Total: 4 | Failed: 0", PASSED],
    ["the whole", "12/12 tests passed", PASSED],
    ["short of the whole", "10 of 12 tests passed", { says: "verification_failure", weight: "strong" }],
    ["words beside the counts", "I saw 12 passed, 1 failed and left", undefined],
    ["other counts", "12 files, 3 folders", undefined],
    ["progress of a download", "10/12 done", undefined],
  ])("hears %s", (_why, text, seen) => {
    expect(createCountReader()(text)).toEqual(seen);
  });

  it("waits for both counts when they stand on lines of their own", () => {
    const read = createCountReader();
    expect(read("Failed: 2")).toBeUndefined();
    expect(read("Passed: 10")).toEqual(FAILED);
    expect(read("Passed: 10")).toBeUndefined();
    expect(read("Failed: 0")).toEqual(PASSED);
  });
});
