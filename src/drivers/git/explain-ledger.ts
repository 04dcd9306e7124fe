import { LedgerError } from "./ledger-error.ts";

const MAX_DETAIL = 300;

/** Translates git's error output into an error with advice. */
export function explainGit(folder: string, message: string, cause: unknown): LedgerError {
  const line = findErrorLine(message);
  if (/no space left on device|disk quota exceeded|file too large/i.test(message)) {
    return new LedgerError(
      "disk_full",
      `the disk of ${folder} is full; free some space and run this again; complete commits are kept`,
      cause,
    );
  }
  if (/not updating refs\/|but expected/i.test(message)) {
    return new LedgerError(
      "ledger_changed",
      `somebody else committed to ${folder} at the same time; run this again to continue from there`,
      cause,
    );
  }
  if (
    /gc is already running|\.lock': File exists|unable to create '[^']*\.lock'|cannot lock ref/i.test(message)
  ) {
    return new LedgerError(
      "ledger_locked",
      `a git command is running in ${folder} (${line}); let it finish, or remove the lock file it left behind, and run this again`,
      cause,
    );
  }
  if (
    /corrupt|bad object|bad tree|not a tree object|missing blob|missing tree|unable to read|could not read|inflate|not a valid object|invalid sha1 pointer|unable to parse|bad signature|index file smaller/i.test(
      message,
    )
  ) {
    return new LedgerError(
      "ledger_corrupt",
      `the repository in ${folder} is damaged (${line}); move the folder away and run emend ledger write to recreate it from the store, or restore it from its remote`,
      cause,
    );
  }
  return new LedgerError("git_failed", `git failed in ${folder}: ${line}`, cause);
}

/** The first line that reports an error, without credentials from a remote's address. */
export function findErrorLine(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  const line =
    lines.find((one) => /^(?:fatal|error|remote: error| ?!)/.test(one)) ??
    lines.find((one) => one !== "") ??
    "no reason given";
  return line.slice(0, MAX_DETAIL).replace(/\/\/[^\s/@]+@/g, "//");
}
