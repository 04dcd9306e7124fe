/** The same key for spellings that differ only in case, surrounding spaces or Unicode compatibility form. */
export const personKey = (id: string): string => id.normalize("NFKC").trim().toLowerCase();

/** Whether two names are spelled the same; `isSamePerson` says whether they belong to one person. */
export const isSameName = (a: string, b: string): boolean => personKey(a) === personKey(b);
