import { mustBeOwn, type OwnPlace } from "./own-place.ts";

/** Refuses a store's file, or what SQLite reads with it, unless it is the user's own. */
export function mustBeOwnStore(file: string, env: OwnPlace["env"]): void {
  mustBeOwn({ path: file, beside: ["-wal", "-shm", "-journal"], what: "store", env });
}
