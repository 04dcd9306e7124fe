import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { EXAMPLE_ID, person, proposing } from "../examples/example-rule.ts";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { fileHolds } from "../file-holds.ts";
import { changeEvaluation, evaluating } from "./change-evaluation.ts";
import { decideAndSave } from "./decide-and-save.ts";
import { describeClusterStore } from "./cluster-store.ts";
import { describeEvaluationStore } from "./evaluation-store.ts";
import type { StorePlace } from "./feedback-store.ts";
import { makeInjection } from "./make-injection.ts";
import { makeMember } from "./make-member.ts";
import { describeRestoredClusters } from "./restored-clusters.ts";
import { describeRuleStore } from "./rule-store.ts";
import type { StoreDriver } from "./store-driver.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-learning-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = ({ name, onQuery }: StorePlace): Promise<Store> =>
  openSqliteStore({ file: join(folder, `${name}.db`), ...(onQuery === undefined ? {} : { onQuery }) });

const driver: StoreDriver = {
  open,
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
};
describeRuleStore("SQLite", driver);
describeClusterStore("SQLite", driver);
describeRestoredClusters("SQLite", driver);
describeEvaluationStore("SQLite", driver);

const file = (name: string): string => join(folder, `${name}.db`);
const run = promisify(execFile);

describe("several processes on one SQLite file", () => {
  it("lose no vote and no member (003.5)", async () => {
    const approver = fileURLToPath(new URL("rule-approver.ts", import.meta.url));
    const store = await open({ name: "processes" });
    await decideAndSave(store.rules, { command: proposing() });
    await store.clusters.found("cl-1", [makeMember(100)]);
    await Promise.all(
      ["ana", "ben", "cleo"].map((name) => run(process.execPath, [approver, file("processes"), name, "4"])),
    );
    const rule = (await store.rules.find(EXAMPLE_ID))!;
    expect(rule).toMatchObject({ status: "active", revision: 13 });
    expect(new Set(rule.versions[0]!.approvals.map(({ by }) => by)).size).toBe(12);
    expect(await store.clusters.find("cl-1")).toMatchObject({ size: 5 });
    expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 14 });
    await store.close();
  });
});

describe("erasing a person from what was learned, in a SQLite file", () => {
  it("leaves no trace of the name or the words in the file or its log", async () => {
    const NAME = "person-3-unforgettable";
    const store = await open({ name: "erased" });
    await decideAndSave(store.rules, { command: proposing(person(NAME)) });
    await decideAndSave(store.rules, {
      command: { type: "defer", by: person(NAME), version: 1, reason: "secret-words" },
    });
    await store.clusters.found(
      "cl-1",
      Array.from({ length: 700 }, (_, n) => makeMember(n, { author: n % 2 === 0 ? NAME : "ben" })),
    );
    await store.clusters.split("cl-1", ["fb-1"], "cl-2", NAME);
    for (const trace of [NAME, "secret-words"]) expect(fileHolds(file("erased"), trace)).toBe(true);
    await store.feedback.erasePerson(NAME);
    for (const trace of [NAME, "secret-words"]) expect(fileHolds(file("erased"), trace)).toBe(false);
    expect(await store.clusters.authors("cl-1")).toMatchObject([
      { author: "ben", count: 349 },
      { author: "erased", count: 350 },
    ]);
    await store.close();
  });
});

describe("what was learned, in a SQLite store", () => {
  it("is found by an index and in order, so that its cost does not grow with history", async () => {
    const queries = new Set<string>();
    const store = await open({ name: "plans", onQuery: (sql) => queries.add(sql) });
    const { rules, clusters, evaluations, feedback } = store;
    const [from, to] = ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"];
    for (let n = 0; n < 3; n += 1) {
      await evaluations.save(changeEvaluation(null, evaluating(n, "ambiguous"), n));
      await clusters.found(
        `cl-${n}`,
        [0, 1, 2].map((at) => makeMember(10 * n + at)),
      );
      await rules.recordInjection(makeInjection({ run: `run-${n}` }));
    }
    await decideAndSave(rules, { command: proposing() });
    const after = Buffer.from(`["${from}",1]`).toString("base64url");
    queries.clear();

    await decideAndSave(rules, { command: { type: "approve", by: person("ana"), version: 1 } });
    await decideAndSave(rules, { command: { type: "approve", by: person("ben"), version: 1 } });
    await rules.ofCluster("cl-1");
    for (const page of [{ limit: 1 }, { limit: 1, after }]) {
      await rules.list(page);
      await rules.list({ ...page, status: ["active", "proposed"] });
      await clusters.list({ ...page, order: "recent", minSize: 2 });
      await clusters.members("cl-1", page);
      for (const standing of [{}, { standing: "ambiguous" } as const]) {
        for (const resolved of [{}, { resolved: true }]) {
          await evaluations.list({ ...page, ...standing, ...resolved });
        }
      }
    }
    const { next } = await clusters.list({ limit: 1, order: "size" });
    await clusters.list({ limit: 1, order: "size", after: next! });
    await rules.inForce();
    await rules.inForce("rio");
    await rules.pending();
    await rules.recordInjection(makeInjection({ run: "run-1", tokens: 9 }));
    await rules.findInjection("run-1", "rio");
    for (const agent of [{}, { agent: "rio" }]) await rules.runs({ ...agent, rule: EXAMPLE_ID, from, to });
    await evaluations.find("fb-1");
    await evaluations.counts();
    await clusters.find("cl-1");
    await clusters.authors("cl-1");
    await clusters.occurrences("cl-1", { from, to });
    await clusters.join(makeMember(90));
    await clusters.split("cl-1", ["fb-10"], "cl-9", "ana");
    await clusters.keptApart(["fb-10", "fb-11"]);
    await clusters.merge(["cl-1", "cl-2"], "ana");
    await clusters.rename("cl-1", "handles", "ana");
    await feedback.erasePerson("ana");
    await store.close();

    const database = openDatabase(file("plans"));
    let explained = 0;
    for (const sql of queries) {
      // The audit log and the outbox have their own tests.
      if (!/^(?:select|update|delete)/.test(sql) || /"(?:audit|outbox|feedback|store_state)"/.test(sql))
        continue;
      const nothing = Array.from({ length: sql.split("?").length - 1 }, () => null);
      const plan = database.prepare(`explain query plan ${sql}`).all(nothing);
      const steps = plan.map((row) => (row as { detail: string }).detail).join("; ");
      expect(`${sql}: ${steps}`).toMatch(/ INDEX | PRIMARY KEY/);
      expect(`${sql}: ${steps}`).not.toMatch(
        /SCAN (?!rule USING INDEX rule_updated$|evaluation USING INDEX evaluation_time$|cluster USING INDEX cluster_recent$)|TEMP B-TREE/,
      );
      explained += 1;
    }
    database.close();
    expect(explained).toBeGreaterThan(45);
  });
});
