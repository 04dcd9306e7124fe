// Approves the example rule in a file as so many people, one after the other: the file, a name, and how many.
import { person } from "../examples/example-rule.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { decideAndSave } from "./decide-and-save.ts";
import { makeMember } from "./make-member.ts";

const [file = "", name = "", count = "0"] = process.argv.slice(2);
const store = await openSqliteStore({ file, lockTimeoutMs: 30_000 });
for (let n = 0; n < Number(count); n += 1) {
  const command = { type: "approve", by: person(`${name}-${n}`), version: 1 } as const;
  const policy = { ...DEFAULT_RULE_POLICY, approvers: 12 };
  const answer = await decideAndSave(store.rules, { command, policy });
  if (typeof answer === "string") throw new Error(answer);
  await store.clusters.join(makeMember(n));
}
await store.close();
