import { describe, expect, it } from "vitest";
import { strongest } from "../../../../test/strongest.ts";
import { otherRunners } from "./other-runners.ts";

describe("test runners with one telling form", () => {
  it.each([
    [
      "busted fails",
      "4 successes / 1 failure / 0 errors / 2 pending : 0.01 seconds",
      "proof verification_failure",
    ],
    [
      "busted errs",
      "4 successes / 0 failures / 1 error / 0 pending : 0.01 seconds",
      "proof verification_failure",
    ],
    ["busted passes", "5 successes / 0 failures / 0 errors / 0 pending : 0.01 seconds", "proof success"],
    ["Julia fails", "Model: Test Failed at /srv/model/test/runtests.jl:14", "proof verification_failure"],
    ["testthat fails", "[ FAIL 2 | WARN 0 | SKIP 1 | PASS 17 ]", "proof verification_failure"],
    ["testthat passes", "[ FAIL 0 | WARN 3 | SKIP 1 | PASS 17 ]", "proof success"],
    ["MATLAB fails", "Verification failed in CurveTest/testSlope.", "proof verification_failure"],
    ["dbt fails", "Done. PASS=21 WARN=0 ERROR=1 SKIP=0 TOTAL=22", "proof verification_failure"],
    ["dbt passes", "Done. PASS=22 WARN=1 ERROR=0 SKIP=0 TOTAL=23", "proof success"],
    [
      "Newman counts a failed assertion",
      "│              assertions │                14 │                2 │",
      "proof verification_failure",
    ],
    ["Newman counts none", "│              assertions │                14 │                0 │", "nothing"],
    ["prose about such lines", "it prints Test Failed at the end", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([otherRunners], text).saw).toBe(saw);
  });
});
