import { StoreError, type StoreErrorCode } from "../../../ports/store-error.ts";

const BY_CODE: readonly (readonly [code: RegExp, known: StoreErrorCode, advice: string])[] = [
  [/^(?:40001|40P01|55P03|55006)$/, "store_locked", "others held the same rows for too long; try again"],
  [/^XX00[12]$/, "store_corrupt", "the database is damaged; restore a copy, or rebuild it from the ledger"],
  [
    /^(?:25006|42501)$/,
    "store_read_only",
    "the database may not be written; give this user the right to create and write tables, or name the primary server",
  ],
  [
    /^53100$/,
    "disk_full",
    "nothing was recorded, since the server's disk is full; free some space and record it again",
  ],
  [
    /^(?:08\w{3}|57P0\d|28\w{3}|3D000|53300|ECONN\w{1,20}|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|ENOENT)$/,
    "store_unreachable",
    "the database cannot be reached; check the address, the name and password, and that the server runs",
  ],
  [/^(?:22\w{3}|23\w{3}|54\w{3})$/, "record_refused", "one record cannot be written; leave it out"],
];

/** What the driver says of a connection that is gone: these errors have no code. */
const LOST =
  /connection terminated|server closed the connection|is not queryable|query read timeout|timeout expired|timeout exceeded when trying to connect/i;

/** What PostgreSQL or the network said, with what to do about it; `place` never holds a password. */
export function postgresError(place: string, error: unknown): StoreError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const lost = LOST.test(said);
  const [, known, advice] = BY_CODE.find(([pattern]) => pattern.test(lost ? "08006" : code)) ?? [];
  return new StoreError(
    known ?? "store_failed",
    `${place}: ${advice ?? "the store failed; look at what it said, and try again"} (${said})`,
    error,
  );
}
