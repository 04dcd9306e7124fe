import { describe, expect, it } from "vitest";
import { hash64 } from "../../core/hash.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations/migration.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openDatabase } from "./sqlite/better-sqlite.ts";
import { createSqliteDialect } from "./sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "./sqlite/sqlite-kysely.ts";

const dialect = createSqliteDialect("test.db");

function createStore() {
  const database = openDatabase(":memory:");
  const tables = (): readonly string[] =>
    database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all([])
      .map((row) => (row as { name: string }).name);
  const version = (): unknown =>
    database.prepare("select value from store_state where name = 'schema_version'").all([]);
  return { db: createSqliteKysely(database), tables, version };
}

const step = (version: number, ...statements: readonly string[]): Migration => ({
  version,
  statements: () => statements,
});

describe("migrate", () => {
  it("never changes a step that was released", () => {
    const digests = MIGRATIONS.map(({ version, statements }) => {
      const text = statements(dialect.schema).join(";").replaceAll(/\s+/g, " ");
      return `${version} ${hash64(text)}`;
    });
    expect(digests).toEqual([
      "1 c2f881c710df4d69",
      "2 6c0ace99e0530657",
      "3 ba2fdec3c0e0d75b",
      "4 766b66daa45d2b57",
      "5 ca445d5dd4eb5d21",
      "6 4f35cedb70a8033e",
      "7 3d37000663eb18a8",
      "8 64f3de208ed409f0",
      "9 0e118122be7f9843",
      "10 9210630cc5a24a72",
      "11 a817bf49b1bd2866",
      "12 82bec08c74a756a5",
      "13 3c9ec5c5a045d936",
      "14 9517cd4036297064",
      "15 5a00fb6e40ab8dbf",
      "16 829da6291932efe1",
      "17 89b78e049c79151b",
      "18 f57d55aea8a27db7",
      "19 aeabe2f7e2523766",
      "20 9ca0bf0ed24ccfd7",
      "21 962d13da7dfee7fa",
      "22 65a11d846f97ce05",
      "23 1bd9c1ad7d3f1518",
      "24 2470b52511e93915",
      "25 4aa82083be887e0d",
      "26 942b64abeb7703a5",
    ]);
  });

  it("counts its steps up from one", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, at) => at + 1));
  });

  it("runs each step once, in order, and only what is missing", async () => {
    const { db, tables, version } = createStore();
    const first = step(1, "create table a (x)");
    await migrate(db, dialect, [first]);
    await migrate(db, dialect, [first]);
    await migrate(db, dialect, [first, step(2, "alter table a rename to b"), step(3, "create table c (x)")]);
    expect(tables()).toEqual(["b", "c", "store_state"]);
    expect(version()).toEqual([{ value: 3 }]);
  });

  it("leaves everything as it was when a step fails", async () => {
    const { db, tables, version } = createStore();
    await migrate(db, dialect, [step(1, "create table a (x)")]);
    const broken = [step(1), step(2, "create table b (x)", "create nonsense")];
    await expect(migrate(db, dialect, broken)).rejects.toThrow("nonsense");
    expect(tables()).toEqual(["a", "store_state"]);
    expect(version()).toEqual([{ value: 1 }]);
  });

  it("refuses a schema that it does not know", async () => {
    const { db } = createStore();
    await migrate(db, dialect, [step(1), step(2)]);
    await expect(migrate(db, dialect, [step(1)])).rejects.toMatchObject({ code: "store_too_new" });
  });
});
