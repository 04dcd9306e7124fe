// Appends so many acts to the store in a file: the file, who acts, and how many, as arguments.
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";

const [file = "", actor = "", count = "0"] = process.argv.slice(2);
const store = await openSqliteStore({ file, lockTimeoutMs: 30_000 });
for (let n = 0; n < Number(count); n += 1) {
  await store.audit.append({ actor, action: "rule.approved", subject: `rule-${n}`, detail: {} });
}
await store.close();
