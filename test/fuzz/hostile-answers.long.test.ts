import { expect, it } from "vitest";
import { parseReview } from "../../src/core/review/parse-review.ts";
import { FILES } from "../review-answer.ts";
import { hostileAnswers } from "./hostile-answers.ts";

const SIZE = 50_000_000;
const names = hostileAnswers(1).map(([name], position) => [name, position] as const);

it.each(names)("004.1 50 MB: %s", (_name, position) => {
  const raw = hostileAnswers(SIZE)[position]![1];
  expect(parseReview(raw, { changedFiles: FILES }).diagnostics.length).toBeLessThan(200_100);
});
