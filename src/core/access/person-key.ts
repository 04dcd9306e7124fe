/** One for all spellings of a name that differ in case, spacing at its ends or compatibility form only. */
export const personKey = (id: string): string => id.normalize("NFKC").trim().toLowerCase();

/** Whether two names are spelled the same. Whether they are one person's is for `isSamePerson` in `core/person`. */
export const isSameName = (a: string, b: string): boolean => personKey(a) === personKey(b);
