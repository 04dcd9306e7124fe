import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";

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
  `With If-Match nothing is done where the ${what} is at another revision by then.`;

/**
 * A store whose records are found only at the revision that whoever asks has seen. A use case looks again before each
 * try, so that a change that comes in between is noticed too.
 */
export function atRevision<S extends { find(id: string): Promise<Revised | undefined> }>(
  store: S,
  seenTag: string | undefined,
): S {
  if (seenTag === undefined) return store;
  const [seen] = seenTag.split(".");
  const find = async (id: string): Promise<Revised | undefined> => {
    const found = await store.find(id);
    if (found === undefined || String(found.revision) === seen) return found;
    throw new HttpProblem(
      "revision_changed",
      `it is at revision ${found.revision} now; read it again, then decide`,
    );
  };
  return { ...store, find };
}
