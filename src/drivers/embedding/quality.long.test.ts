import { expect, it } from "vitest";
import { compareWithReference } from "../../../test/compare-with-reference.ts";
import { REVIEW_COMMENTS } from "../../../test/fixtures/embedding/review-comments.ts";

it("8 bits change the vectors by very little: all texts", async () => {
  const { mean, min } = await compareWithReference(REVIEW_COMMENTS);
  expect(REVIEW_COMMENTS.length).toBeGreaterThanOrEqual(100);
  expect(mean).toBeGreaterThan(0.999);
  expect(min).toBeGreaterThan(0.998);
});
