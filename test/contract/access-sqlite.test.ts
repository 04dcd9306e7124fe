import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLoginLink, startSession } from "../../src/core/access/session.ts";
import { principalOf } from "../../src/core/access/token.ts";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import type { StorePlace } from "./feedback-store.ts";
import { describeIdempotencyStore } from "./idempotency-store.ts";
import { timeAt } from "./make-feedback.ts";
import { hashOf, issueNumber, makeToken } from "./make-token.ts";
import { describeInvitationStore } from "./invitation-store.ts";
import { describePersonStore } from "./person-store.ts";
import { describeSessionStore } from "./session-store.ts";
import type { StoreDriver } from "./store-driver.ts";
import { describeTokenStore } from "./token-store.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-access-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, `${name}.db`);
const open = ({ name, onQuery }: StorePlace): Promise<Store> =>
  openSqliteStore({ file: file(name), ...(onQuery === undefined ? {} : { onQuery }) });

const driver: StoreDriver = {
  open,
  openClient: async (_name, store) => ({ ...store, close: async () => {} }),
};
describeTokenStore("SQLite", driver);
describeSessionStore("SQLite", driver);
describeIdempotencyStore("SQLite", driver);
describeInvitationStore("SQLite", driver);
describePersonStore("SQLite", driver);

describe("access in a SQLite store", () => {
  it("is found by an index and in order, so that its cost does not grow with history", async () => {
    const queries = new Set<string>();
    const store = await open({ name: "plans", onQuery: (sql) => queries.add(sql) });
    const { tokens, sessions, idempotency } = store;
    const now = timeAt(100);
    queries.clear();
    const token = await issueNumber(tokens, 1, { role: "admin" });
    await issueNumber(tokens, 2);
    await tokens.find(token.id);
    await tokens.findByHash(hashOf(1));
    await tokens.countAdmins();
    await tokens.touch(token.id, now);
    const { next } = await tokens.list({ limit: 1 });
    await tokens.list({ limit: 1, after: next! });
    await sessions.open(startSession("a", principalOf(token), { now, token }));
    await sessions.addLink(createLoginLink("a", principalOf(token), now));
    await sessions.find("a");
    await sessions.extend("a", now);
    await sessions.takeLink("b");
    await sessions.close("b");
    await sessions.closeAllOf({ person: "b" });
    await sessions.forgetExpired(now);
    await tokens.revoke(token.id, "root", now);
    const key = { principal: "ana", key: "k" };
    const begun = await idempotency.begin(key, "h", now);
    await idempotency.begin(key, "h", timeAt(200));
    if (begun.state === "new") {
      await idempotency.finish(begun.claim, { status: 200, headers: {}, body: "" });
      await idempotency.abandon(begun.claim);
    }
    await idempotency.forgetExpired(now);
    const invitation = {
      id: "inv_1",
      name: "cleo",
      role: "reviewer",
      created_at: now,
      created_by: "root",
      expires_at: now,
    } as const;
    await store.invitations.add(invitation, "a");
    await store.invitations.findByHash("a");
    await store.invitations.list();
    await store.invitations.accept(invitation, makeToken(3), hashOf(3));
    await store.invitations.withdraw("inv_1", "root");
    await store.invitations.forgetExpired(now);
    await store.close();

    const database = openDatabase(file("plans"));
    let explained = 0;
    for (const sql of queries) {
      if (
        !/^(?:select|update|delete)/.test(sql) ||
        !/"(?:token|session|login_link|invitation|idempotency)"/.test(sql)
      ) {
        continue;
      }
      const nothing = Array.from({ length: sql.split("?").length - 1 }, () => null);
      const plan = database.prepare(`explain query plan ${sql}`).all(nothing);
      const steps = plan.map((row) => (row as { detail: string }).detail).join("; ");
      expect(`${sql}: ${steps}`).toMatch(/ INDEX | PRIMARY KEY/);
      expect(`${sql}: ${steps}`).not.toMatch(
        /SCAN (?!(?:token USING INDEX token_created|invitation USING INDEX invitation_created)$)|TEMP B-TREE/,
      );
      explained += 1;
    }
    database.close();
    expect(explained).toBeGreaterThan(23);
  });
});
