import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { foldRollUp, inOrder } from "../contract/fold-roll-up.ts";
import { ALL_TIME } from "../contract/make-feedback.ts";
import { readAll } from "../contract/read-all.ts";

const WRITER = fileURLToPath(new URL("sqlite-writer.ts", import.meta.url));
const PER_ROUND = 1_000_000;

export interface WriterEnd {
  readonly acknowledged: readonly string[];
  readonly code: number | null;
  readonly errors: string;
}

/** Runs a writer to its end, or kills it so many milliseconds after its first acknowledgement. */
export async function runWriter(
  args: readonly (string | number)[],
  killAfterMs?: number,
): Promise<WriterEnd> {
  const child = spawn(process.execPath, [WRITER, ...args.map(String)], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output === "" && killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    output += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  // A line that was cut off by the kill is no acknowledgement.
  return { acknowledged: output.split("\n").slice(0, -1), code, errors };
}

/**
 * Kills a writer at random points and opens its file again, so many times over the same file; answers how
 * many records were acknowledged.
 */
export async function crashRounds(file: string, rounds: number): Promise<number> {
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const end = await runWriter([file, round * PER_ROUND, PER_ROUND], randomInt(0, 150));
    expect(end).toMatchObject({ code: null, errors: "" });
    for (const id of end.acknowledged) acknowledged.add(id);
    await expectWhole(file, acknowledged);
  }
  return acknowledged.size;
}

/** Every acknowledged record is there once, with its counts and its event, and the file is sound. */
export async function expectWhole(file: string, acknowledged: ReadonlySet<string>): Promise<void> {
  const store = await openSqliteStore({ file });
  const records = await readAll(store.feedback);
  const rollUp = await store.feedback.rollUp(ALL_TIME);
  await store.close();
  const ids = new Set(records.map(({ id }) => id));
  expect(ids.size).toBe(records.length);
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect(inOrder(rollUp)).toEqual(foldRollUp(records));

  const database = openDatabase(file, { readonly: true });
  const events = database.prepare("select payload from outbox where type = 'feedback.recorded'").all([]);
  const tagRows = database.prepare("select count(*) as count from feedback_tag").all([]);
  const sound = database.pragma("integrity_check", { simple: true });
  database.close();
  const told = events.map((row) => (JSON.parse((row as { payload: string }).payload) as { id: string }).id);
  expect(told.toSorted()).toEqual([...ids].toSorted());
  const tags = records.reduce((sum, record) => sum + new Set(record.tags).size, 0);
  expect(tagRows).toEqual([{ count: tags }]);
  expect(sound).toBe("ok");
}
