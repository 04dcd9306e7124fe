import type { Seen } from "../app/retry-on-conflict.ts";
import type { HttpContext } from "./http-context.ts";

interface Revised {
  readonly revision: number;
}

/**
 * The tag of an answer that holds more than a record: the record's revision, by which If-Match goes, and a mark of
 * all that is answered, by which If-None-Match goes.
 */
export const revisionTag = (
  { revision }: Revised,
  body: unknown,
  { hash }: Pick<HttpContext, "hash">,
): string => `${revision}.${hash(JSON.stringify(body)).slice(0, 16)}`;

/** Said of every operation that heeds If-Match. */
export const heedsIfMatch = (what: "rule" | "rollout" | "evaluation"): string =>
  `With If-Match nothing is changed if the ${what} is at another revision by then.`;

/** The revision that If-Match names; one that is no number matches no record. */
export const seenRevision = (ifMatch: string | undefined): Seen =>
  ifMatch === undefined ? {} : { revision: Number(ifMatch.split(".")[0]) };
