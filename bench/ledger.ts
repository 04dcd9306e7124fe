import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeLedger } from "../src/app/ledger/write-ledger.ts";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import type { LedgerFile } from "../src/core/ledger/ledger-file.ts";
import { pathPart, recordPath } from "../src/core/ledger/ledger-path.ts";
import { renderRecord } from "../src/core/ledger/ledger-documents.ts";
import { createGitLedger } from "../src/drivers/git/git-ledger.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/ports/store.ts";
import { numbered, recordOf } from "./make.ts";
import { median, micros, type Row } from "./measure.ts";

const RECORDS = 20_000;
const ROUNDS = 3;
const BATCH = 1_000;
const GATES = 8;

const decision = (n: number): Feedback =>
  recordOf(n, Date.UTC(2020, 0, 1) + n * 60_000, {
    gate_id: `gate-${n % GATES}`,
    decision: n % 3 === 0 ? "APPROVED" : "REJECTED",
  });

/** The bare way: texts that are already made, into one commit, and the commit into the folder. */
async function importBare(folder: string, files: readonly LedgerFile[]): Promise<void> {
  spawnSync("git", ["init", "--quiet", "--initial-branch=main", folder]);
  const git = spawn("git", ["-C", folder, "fast-import", "--quiet"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  git.stdin.write(
    "commit refs/heads/main\ncommitter Bench <bench@localhost> 1700000000 +0000\ndata 4\nall\n\n",
  );
  for (const { path, text } of files) {
    const part = `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    if (!git.stdin.write(part)) await once(git.stdin, "drain");
  }
  git.stdin.end();
  await once(git, "close");
  spawnSync("git", ["-C", folder, "reset", "--quiet", "--hard"]);
}

async function filled(file: string, count: number): Promise<Store> {
  const opened = await openSqliteStore({ file });
  for (let at = 0; at < count; at += BATCH)
    await opened.feedback.record(numbered(decision, at, Math.min(BATCH, count - at)));
  return opened;
}

/** Milliseconds that some work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function benchLedger(count = RECORDS): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-ledger-"));
  const store = await filled(join(folder, "store.db"), count);
  try {
    const files = numbered(decision, 0, count).map((record) => ({
      path: recordPath(record, (_area, name) => pathPart(name)),
      text: renderRecord(record),
    }));
    const times: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ledger = createGitLedger({ folder: join(folder, `ours-${round}`) });
      const bare = join(folder, `bare-${round}`);
      times[0].push(await timed(() => writeLedger({ store, ledger })()));
      times[1].push(await timed(() => importBare(bare, files)));
      times[2].push(await timed(() => writeLedger({ store, ledger })()));
    }
    const [ours, theirs, again] = times.map((one) => median(one) / count) as [number, number, number];
    const what = `of ${count.toLocaleString("en-US")} records, each`;
    return [
      {
        what: `ledger, first write ${what}`,
        peer: "git fast-import of ready texts, and a checkout",
        ours: micros(ours),
        theirs: micros(theirs),
        ratio: ours / theirs,
        limit: 2.5,
      },
      {
        what: `ledger, write with nothing new ${what}`,
        peer: "git fast-import of ready texts, and a checkout",
        ours: micros(again),
        theirs: micros(theirs),
        ratio: again / theirs,
        limit: 0.5,
      },
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
