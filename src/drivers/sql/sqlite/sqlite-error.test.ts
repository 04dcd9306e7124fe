import { describe, expect, it } from "vitest";
import type { StoreErrorCode } from "../../../ports/errors.ts";
import { sqliteError } from "./sqlite-error.ts";

describe("sqliteError", () => {
  it.each<{ said: string; code: StoreErrorCode; advice: RegExp }>([
    { said: "SQLITE_BUSY", code: "store_locked", advice: /try again/ },
    { said: "SQLITE_BUSY_SNAPSHOT", code: "store_locked", advice: /try again/ },
    { said: "SQLITE_CORRUPT_INDEX", code: "store_corrupt", advice: /restore a copy/ },
    { said: "SQLITE_NOTADB", code: "store_corrupt", advice: /restore a copy/ },
    { said: "SQLITE_READONLY_DIRECTORY", code: "store_read_only", advice: /write permission/ },
    { said: "EROFS", code: "store_read_only", advice: /write permission/ },
    { said: "EACCES", code: "store_read_only", advice: /write permission/ },
    { said: "SQLITE_FULL", code: "disk_full", advice: /free some space/ },
    { said: "ENOSPC", code: "disk_full", advice: /free some space/ },
    { said: "SQLITE_CANTOPEN", code: "store_unreachable", advice: /path of a file/ },
    { said: "SQLITE_TOOBIG", code: "record_refused", advice: /leave it out/ },
    { said: "SQLITE_IOERR_READ", code: "store_failed", advice: /try again/ },
  ])("reads $said as $code", ({ said, code, advice }) => {
    const cause = Object.assign(new Error("what it said"), { code: said });
    const error = sqliteError("/stores/a.db", cause);
    expect(error).toMatchObject({ code, cause, name: "StoreError" });
    expect(error.message).toMatch(advice);
    expect(error.message).toMatch(/^\/stores\/a\.db: .*\(what it said\)$/);
  });

  it("takes whatever was thrown", () => {
    expect(sqliteError("a.db", "no error at all")).toMatchObject({ code: "store_failed" });
  });
});
