import { hash64 } from "../hash.ts";
import type { Feedback } from "./feedback.ts";

/** Who said it, once nobody may know. */
export const ERASED_PERSON = "erased";

/**
 * The record without the person who gave it: their id, every text they wrote, what was kept of the source,
 * and the fingerprint, which could confirm a guess at either. When, about whom, with which tags and outcome
 * it was given stays, so that counts still hold. Doing it twice changes nothing.
 */
export function erasePerson(feedback: Feedback, personId: string): Feedback {
  if (feedback.author.id !== personId) return feedback;
  const { comment: _comment, wrong: _wrong, fix: _fix, correction: _correction, ...rest } = feedback;
  const { tool, ...source } = feedback.source;
  return {
    ...rest,
    source: tool === undefined || tool === personId ? source : { ...source, tool },
    author: { ...feedback.author, id: ERASED_PERSON },
    fingerprint: hash64(`${ERASED_PERSON}\0${feedback.event_id}`),
    similarity_text: "",
    original: { state: "erased" },
  };
}
