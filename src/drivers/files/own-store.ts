import { mustBeOwn, type OwnPlace } from "./own-place.ts";

/** Refuses a store's file, or one that SQLite reads with it, unless it belongs to the user. */
export function mustBeOwnStore(file: string, env: OwnPlace["env"]): void {
  mustBeOwn({ path: file, beside: ["-wal", "-shm", "-journal"], what: "store", env });
}
