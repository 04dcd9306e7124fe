export { parseReview } from "../core/review/parse-review.ts";
export { buildReviewPrompt } from "../core/review/build-review-prompt.ts";
export { formatRejection } from "../core/gate/format-rejection.ts";
export { parseRejection } from "../core/gate/parse-rejection.ts";
export { type EmendOptions, openEmend } from "../compose/open-emend.ts";
export type { Emend } from "../compose.ts";
