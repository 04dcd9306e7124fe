import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { verifyLedger } from "../../src/app/ledger/verify-ledger.ts";
import { writeLedger } from "../../src/app/ledger/write-ledger.ts";
import { createGitLedger } from "../../src/drivers/git/git-ledger.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { readAll } from "../contract/read-all.ts";

const WRITER = fileURLToPath(new URL("ledger-writer.ts", import.meta.url));
const PER_ROUND = 1_000_000;
const MAX_LIFE_MS = 900;

/** Runs a writer and kills it, with the git it feeds or without, some time after it is ready. */
async function killWriter(args: readonly string[], afterMs: number, withGit: boolean): Promise<string> {
  const child = spawn(process.execPath, [WRITER, ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout.once("data", () =>
    // A negative number names the whole group.
    setTimeout(() => process.kill(withGit ? -child.pid! : child.pid!, "SIGKILL"), afterMs),
  );
  child.stdout.resume();
  await once(child, "close");
  return errors;
}

/** Kills a writer at random points, so many times over the same store and ledger; answers how many records there are. */
export async function ledgerRounds(file: string, folder: string, rounds: number): Promise<number> {
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const errors = await killWriter(
      [file, folder, String(round * PER_ROUND)],
      randomInt(0, MAX_LIFE_MS),
      round % 2 === 0,
    );
    expect(errors).toBe("");
    count = await expectRepaired(file, folder);
  }
  return count;
}

/** One more write makes the ledger whole: every record once, a sound repository, and a folder that shows it. */
async function expectRepaired(file: string, folder: string): Promise<number> {
  const store = await openSqliteStore({ file });
  try {
    const ledger = createGitLedger({ folder });
    const { edited } = await writeLedger({ store, ledger })();
    expect(edited).toEqual([]);
    const nothing = { count: 0, paths: [] };
    expect(await verifyLedger({ store, ledger })()).toMatchObject({
      missingFromLedger: nothing,
      missingFromStore: nothing,
      differing: nothing,
    });
    const records = await readAll(store.feedback);
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-C", folder, "-c", "safe.directory=*", ...args], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    const held = git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
    const ids = held.flatMap((path) => /(fb_[0-9a-f]{32})\.yaml$/.exec(path)?.[1] ?? []);
    expect(ids.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    expect(git("status", "--porcelain")).toBe("");
    git("fsck", "--full", "--strict", "--no-dangling");
    return records.length;
  } finally {
    await store.close();
  }
}
