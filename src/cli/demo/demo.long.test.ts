import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-demo-twice-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All that was said and made of it, without ids that are random by design. */
async function historyOf(name: string): Promise<unknown> {
  const file = join(folder, name, "emend.db");
  const args = ["demo", "--store", file, "--days", "30", "--seed", "4"];
  await runCli(args, { cwd: folder, now: "2026-11-13T16:20:00Z" });
  const store = await openSqliteStore({ file });
  try {
    const said: unknown[] = [];
    for (let after: string | undefined; ;) {
      const page = await store.feedback.list({ limit: 200, ...(after === undefined ? {} : { after }) });
      for (const { time, agent, author, outcome, tags, similarity_text, correction } of page.items) {
        said.push([time, agent, author, outcome, tags, similarity_text, correction?.diff]);
      }
      if (page.next === undefined) break;
      after = page.next;
    }
    const clusters = await store.clusters.list({ order: "size", minSize: 2, limit: 200 });
    const rules = await store.rules.list({ limit: 200 });
    return {
      said: said.map((each) => JSON.stringify(each)).toSorted(),
      clusters: clusters.items.map(({ size, name: called, last_time }) => [size, called, last_time]),
      rules: rules.items.map(({ status, versions }) => [status, versions.map(({ text }) => text)]),
      classes: await store.evaluations.counts(),
    };
  } finally {
    await store.close();
  }
}

describe("emend demo, twice", () => {
  it("makes the same history of the same seed, down to what Emend finds in it", async () => {
    const first = await historyOf("one");
    expect(await historyOf("two")).toEqual(first);
  });
});
