import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { LedgerBatch } from "../src/core/ledger/ledger-file.ts";
import { createGitLedger, type GitLedgerOptions } from "../src/drivers/git/git-ledger.ts";
import { LedgerError } from "../src/drivers/git/ledger-error.ts";

/** Answers a folder that does not exist yet, another each time; all go with the tests of the file that asks for them. */
export function ledgerPlaces(): () => string {
  const root = mkdtempSync(join(tmpdir(), "emend-ledger-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let number = 0;
  return () => join(root, `ledger-${(number += 1)}`);
}

/** A person's own git in the ledger. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();

export const batch = (
  files: Readonly<Record<string, string>>,
  removed: readonly string[] = [],
): LedgerBatch => ({
  message: "Record something\n",
  time: "2026-03-01T00:00:00.000Z",
  files: Object.entries(files).map(([path, text]) => ({ path, text })),
  removed,
});

export async function* batches(...all: readonly LedgerBatch[]): AsyncGenerator<LedgerBatch> {
  yield* all;
}

export const ledgerIn = (folder: string, options: Partial<GitLedgerOptions> = {}) =>
  createGitLedger({ folder, now: () => new Date("2026-03-02T00:00:00Z"), lockWaitMs: 100, ...options });

export const put = (
  folder: string,
  files: Readonly<Record<string, string>>,
  removed: readonly string[] = [],
) => ledgerIn(folder).write(() => batches(batch(files, removed)));

export async function failure(work: Promise<unknown>): Promise<LedgerError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof LedgerError)) throw new Error("expected a LedgerError", { cause: error });
  return error;
}
