// Records until it is killed: the file, the first event's number and how many there are, as arguments. Prints each
// acknowledged id on a line of its own, after the acknowledgement.
import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { makeFeedback } from "../contract/make-feedback.ts";

const OUTCOMES = ["rejected", "approved", "approved_with_changes", null] as const;
const [file = "", first = "0", count = "1", startAt = "0"] = process.argv.slice(2);

// Several that wait for the same moment meet in opening the file.
while (Date.now() < Number(startAt));
const store = await openSqliteStore({ file });
const made = (n: number) =>
  makeFeedback(n, {
    agent: `agent-${n % 3}`,
    tags: [`tag-${n % 5}`, `tag-${n % 2}`],
    outcome: OUTCOMES[n % 4] ?? null,
  });

const end = Number(first) + Number(count);
for (let n = Number(first); n < end;) {
  const calls: Promise<void>[] = [];
  for (let call = 0; call < 8 && n < end; call += 1) {
    const records = Array.from({ length: 1 + (n % 4) }, (_, offset) => made(n + offset));
    n += records.length;
    // The event before is delivered again, as a stream does.
    const again = made(Math.max(0, n - 9));
    calls.push(
      store.feedback.record([...records, again]).then((answers) => {
        writeSync(1, answers.map(({ id }) => `${id}\n`).join(""));
      }),
    );
  }
  await Promise.all(calls);
}
await store.close();
