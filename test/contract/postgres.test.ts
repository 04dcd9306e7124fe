import { readFileSync } from "node:fs";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { exampleStart } from "../examples/example-rollout.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { describeAuditLog } from "./audit-log.ts";
import { describeFeedbackStore } from "./feedback-store.ts";
import { makeFeedback } from "./make-feedback.ts";
import { makeMember } from "./make-member.ts";
import { openPostgres } from "./open-postgres.ts";

const { open, server } = openPostgres();

describeFeedbackStore("PostgreSQL", open);

describeAuditLog("PostgreSQL", {
  open: (name) => open({ name }),
  query: async (name, sql) => {
    const client = new pg.Client({ connectionString: await server().urlOf(name) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  },
  unprotect: ["alter table audit disable trigger user"],
  appendTogether: async (name, count) => {
    const url = await server().urlOf(name);
    const ends = ["one", "two"].map(async (actor) => {
      const store = await openPostgresStore({ url, maxConnections: 4 });
      await Promise.all(
        Array.from({ length: count }, (_, n) =>
          store.audit.append({ actor, action: "rule.approved", subject: `rule-${n}`, detail: {} }),
        ),
      );
      await store.close();
    });
    await Promise.all(ends);
  },
});

describe("PostgreSQL", () => {
  it("gets one schema when several servers start at once on an empty database", async () => {
    const url = await server().emptyUrlOf("started at once");
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore({ url, maxConnections: 2 })),
    );
    const record = makeFeedback(1);
    const answers = await Promise.all(stores.map((store) => store.feedback.record([record])));
    expect(answers.flat().filter(({ state }) => state === "new")).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("leaves no name of an erased person in any file", async () => {
    const url = await server().urlOf("no name in files");
    const store = await openPostgresStore({ url, maxConnections: 4 });
    const name = "zz.erased.person";
    const words = "zz words of theirs zz";
    await store.rollouts.save(exampleStart({ by: name }));
    await store.feedback.record(
      [1, 2, 3].map((n) => makeFeedback(n, { author: { id: name, trust: "person" }, comment: words })),
    );
    await store.clusters.found(
      "cl-1",
      [1, 2, 3].map((n) => makeMember(n, { author: name })),
    );
    await store.clusters.split("cl-1", [makeMember(1).feedback_id], "cl-2", name);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const holding = async (text: string): Promise<readonly string[]> => {
      await client.query("checkpoint");
      const { rows } = await client.query<{ table: string; file: string }>(
        `select relname as table, current_setting('data_directory') || '/' || pg_relation_filepath(oid) as file
         from pg_class where pg_relation_filepath(oid) is not null and relnamespace = 'public'::regnamespace`,
      );
      return rows.filter(({ file }) => readFileSync(file).includes(text)).map(({ table }) => table);
    };
    expect(await holding(name)).toEqual(expect.arrayContaining(["feedback", "rollout", "cluster_author"]));
    await store.feedback.erasePerson(name, "root");
    expect(await holding(name)).toEqual([]);
    expect(await holding(words)).toEqual([]);
    await client.end();
    await store.close();
  }, 20_000);

  it("does a transaction again that was broken off because two waited for each other", async () => {
    const database = await openSqlDatabase(await server().urlOf("in a circle"));
    const names = ["one", "two"];
    await database.db
      .insertInto("store_state")
      .values(names.map((name) => ({ name, value: 0 })))
      .execute();
    let attempts = 0;
    let holding = 0;
    const bothHold = Promise.withResolvers<void>();
    const add = (order: readonly string[]): Promise<void> =>
      database.transact(async (transaction) => {
        attempts += 1;
        for (const name of order) {
          await transaction
            .updateTable("store_state")
            .set((eb) => ({ value: eb("value", "+", 1) }))
            .where("name", "=", name)
            .execute();
          holding += 1;
          if (holding === 2) bothHold.resolve();
          await bothHold.promise;
        }
      });
    await Promise.all([add(names), add(names.toReversed())]);
    expect(attempts).toBe(3);
    const rows = await database.db
      .selectFrom("store_state")
      .select(["name", "value"])
      .where("name", "in", names)
      .orderBy("name")
      .execute();
    expect(rows).toEqual(names.map((name) => ({ name, value: 2 })));
    await database.close();
  }, 20_000);

  it("says what to do when the server is not there, and keeps the password to itself", async () => {
    const url = "postgres://emend:topsecret@127.0.0.1:1/emend";
    const error = await openPostgresStore({ url, connectTimeoutMs: 500 }).catch(
      (problem: unknown) => problem,
    );
    expect(error).toMatchObject({ code: "store_unreachable" });
    const { message } = error as Error;
    expect(message).toContain("127.0.0.1:1/emend");
    expect(message).not.toContain("topsecret");
  });
});
