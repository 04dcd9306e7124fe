import { boundBody } from "../http/bound-body.ts";

/** What an answer may weigh: a good one has a few hundred bytes. */
const MAX_ANSWER_BYTES = 1_000_000;

/** An answer that is cut off because nobody asked for that much. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/**
 * Fetches without following redirects, which could carry the key elsewhere, and reads no more of an answer than
 * it may weigh.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  return boundBody(response, MAX_ANSWER_BYTES, () => new AnswerTooLarge("the answer is too large"));
};
