import { expect, it } from "vitest";
import { compareWithReference } from "../../../test/compare-with-reference.ts";
import { REVIEW_COMMENTS } from "../../../test/fixtures/embedding/review-comments.ts";

it("8 bits change the vectors by very little: a few texts", async () => {
  const short = REVIEW_COMMENTS.filter(({ length }) => length < 70).slice(0, 8);
  const { mean, min } = await compareWithReference(short);
  expect(short.length).toBe(8);
  expect(mean).toBeGreaterThan(0.999);
  expect(min).toBeGreaterThan(0.998);
});
