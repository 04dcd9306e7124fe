import { ACTIONABLE_FEEDBACK } from "./actionable-feedback.ts";
import { DETECTOR } from "./detector.ts";
import type { DocumentLine } from "./document-line.ts";
import { LEARNING } from "./learning.ts";
import { REJECTIONS } from "./rejections.ts";
import { REVIEW_RESULT } from "./review-result.ts";

/** Every line of the five documents, in their order. */
export const DOCUMENT_LINES: readonly DocumentLine[] = [
  ...ACTIONABLE_FEEDBACK,
  ...DETECTOR,
  ...REJECTIONS,
  ...LEARNING,
  ...REVIEW_RESULT,
];
