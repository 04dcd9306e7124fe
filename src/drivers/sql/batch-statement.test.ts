import { describe, expect, it } from "vitest";
import { BatchStatement } from "./batch-statement.ts";
import { openDatabase } from "./sqlite/better-sqlite.ts";
import { createSqliteKysely } from "./sqlite/sqlite-kysely.ts";

const STORED = 300;

async function createStates() {
  let statements = 0;
  const db = createSqliteKysely(openDatabase(":memory:"), () => {
    statements += 1;
  });
  await db.schema
    .createTable("store_state")
    .addColumn("name", "text")
    .addColumn("value", "integer")
    .execute();
  const rows = Array.from({ length: STORED }, (_, at) => ({ name: `name-${at}`, value: at }));
  await db.insertInto("store_state").values(rows).execute();
  const byName = new BatchStatement((count) =>
    db
      .selectFrom("store_state")
      .select("value")
      .where(
        "name",
        "in",
        Array.from({ length: count }, () => ""),
      )
      .compile(),
  );
  statements = 0;
  return { db, byName, statements: () => statements };
}

describe("RowShapes", () => {
  it.each<{ keys: number; statements: number; why: string }>([
    { keys: 0, statements: 0, why: "nothing is asked" },
    { keys: 1, statements: 1, why: "one key is asked as it is" },
    { keys: 2, statements: 1, why: "two are filled up rather than asked one by one" },
    { keys: 14, statements: 1, why: "a few are" },
    { keys: 16, statements: 1, why: "a full size needs nothing more" },
    { keys: 17, statements: 2, why: "what is beyond is filled up" },
    { keys: 127, statements: 1, why: "they are filled up to the largest size" },
    { keys: 130, statements: 2, why: "the largest and one that is filled up" },
  ])("looks up $keys keys in $statements statements, each found once: $why", async ({ keys, statements }) => {
    const states = await createStates();
    const asked = Array.from({ length: keys }, (_, at) => `name-${at}`);
    const found = await states.byName.lookUp<{ value: number }>(states.db, asked);
    expect(found.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual([...Array(keys).keys()]);
    expect(states.statements()).toBe(statements);
    await states.db.destroy();
  });

  it("finds nothing under keys that are not there", async () => {
    const { db, byName } = await createStates();
    expect(await byName.lookUp(db, ["other", "another"])).toEqual([]);
    await db.destroy();
  });
});
