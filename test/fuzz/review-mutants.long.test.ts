import { expect, it } from "vitest";
import { checkReviewMutants } from "./check-review-mutants.ts";

it("004.1 a hundred thousand mutants of valid answers: none throws, none makes anything up", () => {
  for (let seed = 1; seed <= 10; seed += 1) checkReviewMutants(10_000, seed * 7919);
  expect.assertions(10);
});
