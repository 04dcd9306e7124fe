import { fail, type Result } from "../core/result.ts";

/** How often a conflict is retried; each conflict means that somebody else succeeded. */
const MAX_TRIES = 50;

/**
 * Retries until nothing changed in between: of two concurrent changes, the later one is decided again on the result
 * of the first. An attempt returns undefined if its change could not be saved over what it read.
 */
export async function retryOnConflict<Done extends Result<unknown, unknown>, Busy>(
  busy: Busy,
  attempt: (number: number) => Promise<Done | undefined>,
): Promise<Done | Result<never, Busy>> {
  for (let number = 0; number < MAX_TRIES; number += 1) {
    const done = await attempt(number);
    if (done !== undefined) return done;
  }
  return fail(busy);
}

/** The revision of a record that the caller has seen; without one, any revision will do. */
export interface ExpectedRevision {
  readonly revision?: number;
}

/** Thrown when a record has changed since the caller read it. */
export class RevisionChanged extends Error {
  readonly code = "revision_changed";

  constructor(revision: number) {
    super(`it is at revision ${revision} now; read it again, then decide`);
  }
}

/**
 * A store that finds records only at the revision the caller has seen. Use cases read again before each attempt, so a
 * change that comes in between is noticed, too.
 */
export function atRevision<
  S extends { find(id: string): Promise<{ readonly revision: number } | undefined> },
>(store: S, { revision }: ExpectedRevision): S {
  if (revision === undefined) return store;
  const find = async (id: string): Promise<{ readonly revision: number } | undefined> => {
    const found = await store.find(id);
    if (found === undefined || found.revision === revision) return found;
    throw new RevisionChanged(found.revision);
  };
  return { ...store, find };
}
