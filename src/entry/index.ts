export { parseReview } from "../core/review/parse-review.ts";
