import { WorldError } from "../../ports/world-error.ts";

export type StoreErrorCode =
  | "store_locked"
  | "store_corrupt"
  | "store_read_only"
  | "store_unreachable"
  | "disk_full"
  | "store_too_new"
  | "store_closed"
  | "store_failed"
  /** One record cannot be written; its neighbours can. */
  | "record_refused"
  /** The given `after` is not the `next` of a page. */
  | "invalid_cursor";

/** The store could not answer; `cause` holds what the database said. */
export class StoreError extends WorldError<StoreErrorCode> {
  override readonly name = "StoreError";
}

export const storeClosed = (): StoreError =>
  new StoreError("store_closed", "the store is closed; open it again before using it");

const WHOLE_STORE: ReadonlySet<StoreErrorCode> = new Set([
  "store_locked",
  "store_corrupt",
  "store_read_only",
  "store_unreachable",
  "store_closed",
  "store_too_new",
]);

/** Whether what failed for some rows may work for one of them alone. */
export const mayBeOneRow = (error: unknown): boolean =>
  !(error instanceof StoreError && WHOLE_STORE.has(error.code));
