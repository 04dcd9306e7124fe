import { describe, expect, it } from "vitest";
import { explainGit, firstComplaint } from "./explain-ledger.ts";
import type { LedgerErrorCode } from "./ledger-error.ts";

describe("what git said", () => {
  it.each<{ code: LedgerErrorCode; said: string }>([
    { code: "disk_full", said: "fatal: write error: No space left on device" },
    { code: "disk_full", said: "error: unable to write file: Disk quota exceeded" },
    { code: "ledger_locked", said: "fatal: Unable to create '/l/.git/index.lock': File exists." },
    {
      code: "ledger_locked",
      said: "fatal: update_ref failed for ref 'x': cannot lock ref 'x': Unable to create",
    },
    { code: "ledger_changed", said: "warning: Not updating refs/heads/main (new tip a does not contain b)" },
    {
      code: "ledger_locked",
      said: "fatal: gc is already running on machine 'vm' pid 1 (use --force if not)",
    },
    { code: "ledger_changed", said: "fatal: cannot lock ref 'x': is at a but expected b" },
    {
      code: "ledger_corrupt",
      said: "error: object file .git/objects/ab/cd is empty\nfatal: loose object is corrupt",
    },
    { code: "ledger_corrupt", said: "fatal: not a tree object" },
    { code: "ledger_corrupt", said: "error: bad signature 0x00000000\nfatal: index file corrupt" },
    { code: "git_failed", said: "fatal: something nobody has seen" },
    { code: "git_failed", said: "" },
  ])("$said is $code", ({ code, said }) => {
    const error = explainGit("/l", said, undefined);
    expect(error.code).toBe(code);
    expect(error.message).toContain("/l");
  });

  it.each([
    { why: "the complaint among remarks", said: "hint: a\nfatal: b\n", line: "fatal: b" },
    { why: "the first line where none complains", said: "\nsomething\n", line: "something" },
    { why: "an address without its password", said: "fatal: https://u:p@h/x", line: "fatal: https://h/x" },
    { why: "a beginning of what is long", said: "x".repeat(9_999), line: "x".repeat(300) },
  ])("shows $why", ({ said, line }) => {
    expect(firstComplaint(said)).toBe(line);
  });
});
