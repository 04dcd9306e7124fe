import { fail, type Result } from "../core/result.ts";

/** So often somebody else may come first before it is given up; each time one of them got through. */
const MAX_TRIES = 50;

/**
 * Decides and saves until nobody else came first: of two at once, the later is decided anew on what the first left. An
 * attempt answers nothing where its change could not be saved over what it read.
 */
export async function saveOver<Done extends Result<unknown, unknown>, Busy>(
  busy: Busy,
  attempt: (number: number) => Promise<Done | undefined>,
): Promise<Done | Result<never, Busy>> {
  for (let number = 0; number < MAX_TRIES; number += 1) {
    const done = await attempt(number);
    if (done !== undefined) return done;
  }
  return fail(busy);
}
