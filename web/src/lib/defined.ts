type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops the keys whose value is undefined, for types whose optional fields may be missing but not undefined. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** Undefined instead of an empty or blank text. */
export const orUndefined = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === "" ? undefined : text.trim();
