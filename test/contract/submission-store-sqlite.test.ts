import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { fileHolds } from "../file-holds.ts";
import type { StorePlace } from "./feedback-store.ts";
import { timeAt } from "./make-feedback.ts";
import { answerOf, decided, makeSubmission } from "./make-submission.ts";
import { describeSubmissionStore } from "./submission-store.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-submissions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => join(folder, `${name}.db`);

const open = ({ name, onQuery }: StorePlace): Promise<Store> =>
  openSqliteStore({ file: file(name), ...(onQuery === undefined ? {} : { onQuery }) });

describeSubmissionStore("SQLite", {
  open,
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
});

describe("submissions in a SQLite file", () => {
  it("leave no trace of an erased person in the file or its log", async () => {
    const NAME = "person-3-unforgettable";
    const store = await open({ name: "erased" });
    for (let n = 0; n < 60; n += 1) {
      const submission = makeSubmission(n, { output: `work ${n} ${"x".repeat((n * 997) % 9_000)}` });
      await store.submissions.submit(submission);
      const edited_output = `secret-words ${submission.output}`;
      const answer = answerOf(n % 2 === 0 ? NAME : "ben", {
        decision: "approved_with_changes",
        edited_output: n % 2 === 0 ? edited_output : `${n}`,
      });
      await store.submissions.decide(decided(submission, answer));
    }
    for (const trace of [NAME, "secret-words"]) expect(fileHolds(file("erased"), trace)).toBe(true);
    await store.feedback.erasePerson(NAME);
    for (const trace of [NAME, "secret-words"]) expect(fileHolds(file("erased"), trace)).toBe(false);
    await store.close();
  });

  it("are found by an index and in order, so that the cost does not grow with history", async () => {
    const queries = new Set<string>();
    const store = await open({ name: "plans", onQuery: (sql) => queries.add(sql) });
    const { submissions } = store;
    const submission = makeSubmission(1);
    await submissions.submit(submission);
    await submissions.submit(submission);
    await submissions.submit({ ...submission, id: `sb_${"1".repeat(32)}` });
    const after = Buffer.from(JSON.stringify([timeAt(0), 1])).toString("base64url");
    for (const order of ["due", "newest", "closed"] as const) {
      for (const page of [{ limit: 1 }, { limit: 1, after }]) {
        for (const filter of [{}, { gate: "g" }, { agent: "a" }, { gate: "g", agent: "a" }]) {
          await submissions.list({ order, ...page, ...filter });
        }
      }
    }
    await submissions.counts({ now: timeAt(0) });
    await submissions.counts({ now: timeAt(0), decidedSince: timeAt(0), reviewer: "ana" });
    await submissions.decide(decided(submission, answerOf("ana")));
    await store.feedback.erasePerson("ana");
    await store.feedback.deleteOlderThan(timeAt(900));
    await store.close();

    const database = openDatabase(file("plans"));
    let explained = 0;
    for (const sql of queries) {
      if (!/^(?:select|update|delete)/.test(sql) || !sql.includes('"submission"')) continue;
      const nothing = Array.from({ length: sql.split("?").length - 1 }, () => null);
      const plan = database.prepare(`explain query plan ${sql}`).all(nothing);
      const steps = plan.map((row) => (row as { detail: string }).detail).join("; ");
      expect(`${sql}: ${steps}`).toMatch(/ INDEX | PRIMARY KEY/);
      expect(`${sql}: ${steps}`).not.toMatch(/SCAN|TEMP B-TREE/);
      explained += 1;
    }
    database.close();
    expect(explained).toBeGreaterThan(30);
  });
});
