// Fills a store and writes its ledger, over and over, until it is killed: the store's file, the ledger's folder and
// the first event's number, as arguments. Prints a line before it begins and after each write.
import { writeSync } from "node:fs";
import { writeLedger } from "../../src/app/ledger/write-ledger.ts";
import { createGitLedger } from "../../src/drivers/git/git-ledger.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { makeFeedback } from "../contract/make-feedback.ts";

const PER_WRITE = 300;
const [file = "", folder = "", first = "0"] = process.argv.slice(2);

const store = await openSqliteStore({ file });
const write = writeLedger({ store, ledger: createGitLedger({ folder }) });
const made = (n: number) =>
  makeFeedback(n, {
    gate: `gate-${n % 3}`,
    task: `task-${n % 40}`,
    source: { kind: n % 4 === 0 ? "jsonl" : "decision", ref: `d-${n}` },
    ...(n % 5 === 0 ? { correction: { diff: `--- a\n+++ b\n@@ -1 +1 @@\n-${n}\n+${n + 1}\n` } } : {}),
  });

writeSync(1, "ready\n");
for (let n = Number(first), round = 0; ; n += PER_WRITE, round += 1) {
  await store.feedback.record(Array.from({ length: PER_WRITE }, (_, at) => made(n + at)));
  // Now and then the history is started anew, which must be as hard to interrupt.
  await write({ anew: round % 3 === 1 });
  writeSync(1, `${n}\n`);
}
