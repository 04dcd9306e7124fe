import { describe, expect, it } from "vitest";
import type { StoreErrorCode } from "../../../ports/errors.ts";
import { postgresError } from "./postgres-dialect.ts";

const PLACE = "postgres://db.example/emend";

describe("postgresError", () => {
  it.each<{ said: string; code: StoreErrorCode }>([
    { said: "40P01", code: "store_locked" },
    { said: "XX001", code: "store_corrupt" },
    { said: "25006", code: "store_read_only" },
    { said: "53100", code: "disk_full" },
    { said: "57P01", code: "store_unreachable" },
    { said: "ECONNRESET", code: "store_unreachable" },
    { said: "22021", code: "record_refused" },
    { said: "42P01", code: "store_failed" },
  ])("reads $said as $code", ({ said, code }) => {
    const cause = Object.assign(new Error("what it said"), { code: said });
    expect(postgresError(PLACE, cause)).toMatchObject({ code, cause, name: "StoreError" });
  });

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
    "Query read timeout",
    "timeout expired",
    "timeout exceeded when trying to connect",
  ])("15.15 takes %j, which has no code, as a lost connection", (said) => {
    expect(postgresError(PLACE, new Error(said))).toMatchObject({ code: "store_unreachable" });
  });
});
