import { describe, expect, it } from "vitest";
import { logLevels } from "./log-levels.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("logLevels", () => {
  it.each([
    ["plain, after a time stamp", "2026-01-02 10:00:00,123 ERROR Failed to charge the card"],
    ["bracketed", "[2026-01-02T10:00:00Z] [ERROR] could not open the basket"],
    ["log4j", "2026-01-02 10:00:00 [main] ERROR shop.Pay - Unable to charge"],
    ["Spring", "2026-01-02T10:00:00.000Z ERROR 812 --- [nio-8080] shop.Pay : charge failed"],
    ["key and value", 'time=2026-01-02T10:00:00Z level=error msg="charge failed" basket=4'],
    ["JSON", '{"level":"error","ts":1767.1,"msg":"charge failed"}'],
    ["pino's numbers", '{"level":50,"time":1767,"msg":"charge failed"}'],
    ["Python's default", "ERROR:root:charge failed"],
    ["Python's usual", "shop.pay - ERROR - charge failed"],
    ["glog", "E0102 10:00:00.123456   812 pay.go:12] charge failed"],
    ["syslog", "Jan  2 10:00:00 web shop[812]: ERROR: charge failed"],
    ["a browser's", "[Error] Failed to load the basket"],
    ["Go's date", "2026/01/02 10:00:00 ERROR charge failed basket=4"],
    ["the level above its message", "   ERROR  \n  Charge failed: no such card"],
    ["a severe level", "2026-01-02 10:00:00 FATAL database is starting up"],
  ])("is strong where an operation failed: %s", (_form, text) => {
    expect(strongest([logLevels], text).saw).toBe("strong runtime_error");
  });

  it.each([
    ["the message names no failure", "2026-01-02 10:00:00 ERROR basket 4 has 12 items", "weak runtime_error"],
    ["information", "2026-01-02 10:00:00 INFO retry after error", "nothing"],
    ["a warning", '{"level":"warn","msg":"charge failed, retrying"}', "nothing"],
    ["a warning by key", 'level=warning msg="error budget low"', "nothing"],
    ["no errors", "ERROR count: 0 errors", "nothing"],
    ["a count of none", "level=info error_count=0", "nothing"],
    [
      "a security log",
      "Jan  2 10:00:00 web sshd[812]: error: Failed password for invalid user admin",
      "nothing",
    ],
    ["a component's name", "ErrorBoundary.tsx renders the fallback", "nothing"],
    ["prose", "Error handling is described in the guide.", "nothing"],
    ["source that logs", 'logger.error("charge failed", { basket });', "nothing"],
    ["source that logs in Go", '\tslog.Error("charge failed", "basket", id)', "nothing"],
    ["a search hit", 'pay.go:12:\tlog.Fatal("charge failed")', "nothing"],
    ["a variable of the environment", "LOG_LEVEL=error", "nothing"],
    ["a setting", "level: error", "nothing"],
    ["a listing", "-rw-r--r-- 1 me me 12 Jan  2 10:00 ERROR.log", "nothing"],
    ["a document's heading", "## ERROR codes", "nothing"],
    ["an instruction", "CRITICAL: never edit generated files", "nothing"],
    ["a finding of a review", "[CRITICAL] Missing check of the amount", "nothing"],
    ["prose that opens with a level", "FATAL errors cause the program to halt", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([logLevels], text).saw).toBe(saw);
  });

  it("keeps the message", () => {
    expect(strongest([logLevels], 'level=error msg="charge failed"').facts).toEqual({
      error_message: "charge failed",
    });
  });
});
