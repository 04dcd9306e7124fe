import { describe, expect, it } from "vitest";
import { databases } from "./databases.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("databases", () => {
  it.each([
    [
      "psql",
      'ERROR:  relation "basket" does not exist',
      { framework: "postgresql", error_type: "ERROR", error_message: 'relation "basket" does not exist' },
    ],
    [
      "psql running a file",
      'psql:up.sql:12: ERROR:  syntax error at or near "FORM"',
      {
        framework: "postgresql",
        error_type: "ERROR",
        error_message: 'syntax error at or near "FORM"',
        line: 12,
      },
    ],
    [
      "psql that cannot connect",
      'psql: error: connection to server at "db" failed',
      { framework: "postgresql", error_message: 'connection to server at "db" failed' },
    ],
    [
      "mysql",
      "ERROR 1064 (42000) at line 3: You have an error in your SQL syntax",
      {
        framework: "mysql",
        error_type: "1064",
        error_message: "You have an error in your SQL syntax",
        line: 3,
      },
    ],
    [
      "sqlite3",
      "Error: in prepare, no such table: basket",
      { framework: "sqlite", error_message: "no such table: basket" },
    ],
    [
      "oracle",
      "ORA-00942: table or view does not exist",
      { framework: "oracle", error_type: "ORA-00942", error_message: "table or view does not exist" },
    ],
    [
      "sql server",
      "Msg 208, Level 16, State 1, Server db, Line 1",
      { framework: "sqlserver", error_type: "208" },
    ],
    [
      "mongo",
      "MongoServerError: E11000 duplicate key error collection: shop.basket",
      {
        framework: "mongodb",
        error_type: "MongoServerError",
        error_message: "E11000 duplicate key error collection: shop.basket",
      },
    ],
    [
      "redis",
      "(error) WRONGTYPE Operation against a key holding the wrong kind of value",
      {
        framework: "redis",
        error_type: "WRONGTYPE",
        error_message: "Operation against a key holding the wrong kind of value",
      },
    ],
  ])("%s settles it", (_tool, text, facts) => {
    expect(strongest([databases], text)).toEqual({ saw: "proof runtime_error", facts });
  });

  it.each([
    ["a column named error", " id | error | created_at"],
    ["a statement", "CREATE TABLE IF NOT EXISTS error_log (id int, message text);"],
    ["a notice", 'NOTICE:  relation "basket" already exists, skipping'],
    ["a query plan", "|--SEARCH errors USING INDEX idx_errors (project=?)"],
    ["source", 'raise DatabaseError("no such table: basket")'],
  ])("says nothing of %s", (_why, text) => {
    expect(strongest([databases], text).saw).toBe("nothing");
  });
});
