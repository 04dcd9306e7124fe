/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page starts; absent on the last one. */
  readonly next?: string;
}

interface AnyPage<T> extends Omit<Page<T>, "next"> {
  readonly next?: string | undefined;
}

/** A page as every command and route answers it: `next` is null on the last one. */
export const pageAnswer = <T>({ items, next }: AnyPage<T>): { items: T[]; next: string | null } => ({
  items: [...items],
  next: next ?? null,
});
