import type { FolderOf } from "../../core/ledger/ledger-path.ts";
import type { Result } from "../../core/result.ts";
import type { LedgerDocument } from "../../ports/ledger.ts";

/** One kind of thing that the ledger holds: where it lies, what the store has of it, and how it comes back. */
export interface LedgerShelf {
  readonly name: "feedback" | "rules" | "evaluations" | "clusters";
  /**
   * What a path is for, the same for all paths that the same thing may lie at; nothing where the path is not of this
   * shelf.
   */
  readonly keyOf: (path: string) => string | undefined;
  /** What the store has, newest first; `after` is the `next` of the previous page. */
  readonly list: (after?: string) => Promise<ShelfPage>;
  /** Whether a file is read when the store is rebuilt; the others only repeat what those say. */
  readonly wants: (path: string) => boolean;
  readonly maxBytes: number;
  /** How many files are put back at a time. */
  readonly together: number;
  /** Puts what files hold back into the store; answers in their order. */
  readonly restore: (documents: readonly LedgerDocument[]) => Promise<readonly Restored[]>;
}

interface ShelfPage {
  readonly items: readonly ShelfItem[];
  readonly next?: string;
}

export interface ShelfItem {
  readonly time: string;
  /** Where its files go; asked for in the order of the list when the ledger is compared. */
  readonly place: (folderOf: FolderOf) => PlacedItem;
}

interface PlacedItem {
  /** All that it answers for: of the files with these keys, those that it does not call for are no longer right. */
  readonly keys: readonly string[];
  readonly files: readonly ShelfFile[];
}

export interface ShelfFile {
  readonly path: string;
  /** Made when it is needed, so that a page of large records is in memory once. */
  readonly text: () => string;
}

export type Restored =
  | { readonly state: "new" | "known"; readonly path: string }
  | { readonly state: "unreadable"; readonly path: string; readonly reason: string };

/** Puts back each document that can be read; `put` answers false for what the store has already. */
export const restoreEach =
  <Value>(
    read: (value: unknown, path: string) => Result<Value, string>,
    put: (value: Value) => Promise<boolean>,
  ): LedgerShelf["restore"] =>
  (documents) =>
    Promise.all(
      documents.map(async ({ path, value }): Promise<Restored> => {
        const checked = read(value, path);
        if (!checked.ok) return { state: "unreadable", path, reason: checked.error };
        return { state: (await put(checked.value)) ? "new" : "known", path };
      }),
    );
