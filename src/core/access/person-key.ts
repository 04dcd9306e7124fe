/** One for all spellings of a name: they are one person, so that nobody counts twice by writing it otherwise. */
export const personKey = (id: string): string => id.normalize("NFKC").trim().toLowerCase();

export const isSamePerson = (a: string, b: string): boolean => personKey(a) === personKey(b);
