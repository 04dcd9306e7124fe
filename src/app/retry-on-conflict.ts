import { fail, type Result } from "../core/result.ts";

/** So often somebody else may come first before it is given up; each time one of them got through. */
const MAX_TRIES = 50;

/**
 * Decides and saves until nobody else came first: of two at once, the later is decided anew on what the first left. An
 * attempt answers nothing where its change could not be saved over what it read.
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
export interface Seen {
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
>(store: S, { revision }: Seen): S {
  if (revision === undefined) return store;
  const find = async (id: string): Promise<{ readonly revision: number } | undefined> => {
    const found = await store.find(id);
    if (found === undefined || found.revision === revision) return found;
    throw new RevisionChanged(found.revision);
  };
  return { ...store, find };
}
