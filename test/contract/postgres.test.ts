import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { startPostgres, type PostgresServer } from "../postgres-server.ts";
import { describeAuditLog } from "./audit-log.ts";
import { describeFeedbackStore } from "./feedback-store.ts";
import { makeFeedback } from "./make-feedback.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

describeFeedbackStore("PostgreSQL", async ({ name, onQuery }) =>
  openPostgresStore({
    url: await server!.urlOf(name),
    maxConnections: 4,
    ...(onQuery === undefined ? {} : { onQuery }),
  }),
);

describeAuditLog("PostgreSQL", {
  open: async (name) => openPostgresStore({ url: await server!.urlOf(name), maxConnections: 4 }),
  query: async (name, sql) => {
    const client = new pg.Client({ connectionString: await server!.urlOf(name) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  },
  unprotect: ["alter table audit disable trigger user"],
  appendTogether: async (name, count) => {
    const url = await server!.urlOf(name);
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
    const url = await server!.urlOf("started at once");
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore({ url, maxConnections: 2 })),
    );
    const record = makeFeedback(1);
    const answers = await Promise.all(stores.map((store) => store.feedback.record([record])));
    expect(answers.flat().filter(({ state }) => state === "new")).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

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
