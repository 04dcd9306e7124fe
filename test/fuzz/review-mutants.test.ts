import { expect, it } from "vitest";
import { checkReviewMutants } from "./check-review-mutants.ts";

it("004.1 five thousand mutants of valid answers: none throws, none makes anything up", () => {
  checkReviewMutants(5_000, 2026);
  expect.assertions(1);
});
