import { ERASED_PERSON } from "../feedback/feedback.ts";

/** The first placeholder that nobody in a record has, so that different erased people stay different. */
export function erasedPlaceholder(people: readonly string[]): string {
  const taken = new Set(people);
  let number = 1;
  while (taken.has(`${ERASED_PERSON}-${number}`)) number += 1;
  return `${ERASED_PERSON}-${number}`;
}
