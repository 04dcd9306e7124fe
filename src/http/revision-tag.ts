import type { ExpectedRevision } from "../app/retry-on-conflict.ts";
import type { HttpContext } from "./http-context.ts";

interface Revised {
  readonly revision: number;
}

/**
 * The ETag of a response that contains more than one record: the record's revision, which If-Match compares, and a hash
 * of the whole response, which If-None-Match compares.
 */
export const revisionTag = (
  { revision }: Revised,
  body: unknown,
  { hash }: Pick<HttpContext, "hash">,
): string => `${revision}.${hash(JSON.stringify(body)).slice(0, 16)}`;

/** The sentence about If-Match in the descriptions of operations. */
export const ifMatchNote = (what: "check" | "rule" | "rollout" | "evaluation"): string =>
  `With If-Match nothing is changed if the ${what} is at another revision by then.`;

/** The revision in If-Match; NaN, which matches no record, if it is not a number. */
export const expectedRevision = (ifMatch: string | undefined): ExpectedRevision =>
  ifMatch === undefined ? {} : { revision: Number(ifMatch.split(".")[0]) };
