import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { watchLoop } from "./watch-loop.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-flood-"));
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

let http: HttpSession;
afterEach(() => http.close());

const BATCHES = 12;
const ITEMS = 250;
const TAGS = 64;

/** Bodies whose records all name tags that nobody has named before. */
function bodies(agent: string): readonly string[] {
  let next = 0;
  return Array.from({ length: BATCHES }, () => {
    const items = Array.from({ length: ITEMS }, () => {
      next += 1;
      const tags = Array.from({ length: TAGS }, (_, at) => `tag-${next}-${at}`);
      return { agent, author: "a bot", outcome: "rejected", comment: `No, not this: ${next}`, tags };
    });
    return JSON.stringify({ items });
  });
}

const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  ["SQLite", () => openSqliteStore({ file: join(folder, "flood.db") })],
  ["PostgreSQL", async () => openPostgresStore({ url: await postgres.urlOf("flood") })],
];

describe.each(stores)("a flood of new tags on %s", (_name, open) => {
  it("15.12 is counted as other, every record keeps its tags, and nobody waits", async () => {
    http = await openHttp({ store: await open(), validateResponses: false });
    const admin = http.as("admin");
    const [eve, ana] = [http.as("reviewer", { name: "eve" }), http.as("reviewer", { name: "ana" })];
    const loop = watchLoop();
    const answers = await Promise.all(bodies("x").map((body) => eve.post("feedback", body)));
    expect(answers.map(({ body }) => body.new as number)).toEqual(Array<number>(BATCHES).fill(ITEMS));
    await ana.post("feedback", {
      items: [{ agent: "x", outcome: "rejected", comment: "Close the file.", tags: ["leak"] }],
    });

    const { pattern } = (await admin.get("agents/x/patterns?window=365d")).body;
    expect(pattern.rejected).toBe(BATCHES * ITEMS + 1);
    // What programs name has 200 places a day, so that there is one left for what a person says.
    const { issue_breakdown: tags, issue_breakdown_more: more } = pattern;
    expect(Object.keys(tags).length + (more as number)).toBe(202);
    expect(tags.other).toBe(BATCHES * ITEMS - Math.floor(200 / TAGS));
    expect((await admin.get("feedback?tag=leak")).body.items).toHaveLength(1);
    expect((await admin.get("agents/x/trend?window=30d")).body.tags_more).toBe(202 - 30);
    expect((await admin.get("agents?window=7d")).body.agents[0].top_issues[0].tag).toBe("other");
    for (const path of ["agents/x/rejections", "clusters", "feedback?limit=200", "submissions/counts"]) {
      expect((await admin.get(path)).status).toBe(200);
    }
    // What the health check would have waited for, at worst; it was seconds.
    expect(loop.stop()).toBeLessThan(400);

    const { items } = (await admin.get("feedback?tag=tag-700-63")).body;
    expect(items[0].tags).toHaveLength(TAGS);
  }, 120_000);
});
