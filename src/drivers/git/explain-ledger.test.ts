import { describe, expect, it } from "vitest";
import { explainGit, findErrorLine } from "./explain-ledger.ts";
import type { LedgerErrorCode } from "./ledger-error.ts";

describe("what git said", () => {
  it.each<{ code: LedgerErrorCode; message: string }>([
    { code: "disk_full", message: "fatal: write error: No space left on device" },
    { code: "disk_full", message: "error: unable to write file: Disk quota exceeded" },
    { code: "ledger_locked", message: "fatal: Unable to create '/l/.git/index.lock': File exists." },
    {
      code: "ledger_locked",
      message: "fatal: update_ref failed for ref 'x': cannot lock ref 'x': Unable to create",
    },
    {
      code: "ledger_changed",
      message: "warning: Not updating refs/heads/main (new tip a does not contain b)",
    },
    {
      code: "ledger_locked",
      message: "fatal: gc is already running on machine 'vm' pid 1 (use --force if not)",
    },
    { code: "ledger_changed", message: "fatal: cannot lock ref 'x': is at a but expected b" },
    {
      code: "ledger_corrupt",
      message: "error: object file .git/objects/ab/cd is empty\nfatal: loose object is corrupt",
    },
    { code: "ledger_corrupt", message: "fatal: not a tree object" },
    { code: "ledger_corrupt", message: "error: bad signature 0x00000000\nfatal: index file corrupt" },
    { code: "git_failed", message: "fatal: something nobody has seen" },
    { code: "git_failed", message: "" },
  ])("$said is $code", ({ code, message }) => {
    const error = explainGit("/l", message, undefined);
    expect(error.code).toBe(code);
    expect(error.message).toContain("/l");
  });

  it.each([
    { why: "the complaint among remarks", message: "hint: a\nfatal: b\n", line: "fatal: b" },
    { why: "the first line where none complains", message: "\nsomething\n", line: "something" },
    { why: "an address without its password", message: "fatal: https://u:p@h/x", line: "fatal: https://h/x" },
    { why: "a beginning of what is long", message: "x".repeat(9_999), line: "x".repeat(300) },
  ])("shows $why", ({ message, line }) => {
    expect(findErrorLine(message)).toBe(line);
  });
});
