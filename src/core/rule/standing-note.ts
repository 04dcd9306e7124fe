const OPENING = "from one standing instruction by ";

/** What a rule's history says of a version that one person's standing instruction brought about. */
export const standingNote = (person: string): string => `${OPENING}${person}`;

/** Whose instruction a note is about. */
export const instructorIn = (note: string | null): string | undefined =>
  note?.startsWith(OPENING) === true ? note.slice(OPENING.length) : undefined;
