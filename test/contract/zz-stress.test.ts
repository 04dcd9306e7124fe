import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { makeMember } from "./make-member.ts";
import { proposing, person } from "../../src/core/rule/example-rule.ts";
import { decideAndSave } from "./decide-and-save.ts";
import { changeEvaluation, evaluating, resolving } from "./change-evaluation.ts";
let server: PostgresServer | undefined;
beforeAll(async () => { server = await startPostgres(); }, 60_000);
afterAll(() => server?.stop());
it("stress", { timeout: 200_000 }, async () => {
  const url = await server!.urlOf("stress");
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, maxConnections: 6 })));
  let seed = 12345;
  const rnd = (n: number) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
  const errors = new Map<string, number>();
  let ops = 0;
  for (let c = 0; c < 8; c++) await stores[0]!.clusters.found(`cl-${c}`, [makeMember(100000 + c * 2, {cluster_id:`cl-${c}`}), makeMember(100001 + c * 2, {cluster_id:`cl-${c}`})]);
  await decideAndSave(stores[0]!.rules, { command: proposing(person("ana")) });
  const until = Date.now() + 30_000;
  let n = 0;
  await Promise.all(Array.from({ length: 24 }, async (_, w) => {
    const { clusters, feedback, evaluations, rules } = stores[w % 3]!;
    while (Date.now() < until) {
      ops++;
      try {
        const k = rnd(100);
        if (k < 60) await clusters.join(makeMember(rnd(3000), { cluster_id: `cl-${rnd(12)}` }));
        else if (k < 70) await clusters.found(`cl-${rnd(12)}`, Array.from({ length: 6 }, () => makeMember(rnd(3000))));
        else if (k < 78) await clusters.merge([`cl-${rnd(12)}`, `cl-${rnd(12)}`, `cl-${rnd(12)}`], "ana");
        else if (k < 88) await clusters.split(`cl-${rnd(12)}`, Array.from({ length: 40 }, () => `fb-${rnd(3000)}`), `cl-${12 + n++}`, "ben");
        else if (k < 90) await feedback.erasePerson(["ana", "ben", "cleo"][rnd(3)]!, "dan");
        else if (k < 96) { const e = rnd(50); const s = (await evaluations.find(`fb-${e}`)) ?? null; try { await evaluations.save(s === null ? changeEvaluation(null, evaluating(e, "ambiguous"), 1) : changeEvaluation(s, s.resolution === null ? resolving("ana", "ignore") : evaluating(e, rnd(2) ? "positive" : "edge_case"), 2)); } catch (x) { if ((x as Error).message !== "nothing_changed" && (x as Error).message!=="not_ambiguous") throw x; } }
        else await decideAndSave(rules, { command: { type: "defer", by: person("ana"), version: 1, reason: "x" } });
      } catch (e) { const m = String((e as {code?:string}).code) + " " + (e as Error).message.slice(0, 160); errors.set(m, (errors.get(m) ?? 0) + 1); }
    }
  }));
  console.log("ops", ops, [...errors]);
  const { clusters, audit, evaluations } = stores[0]!;
  let total = 0; let after: string | undefined;
  for (;;) {
    const page = await clusters.list({ order: "size", limit: 500, ...(after === undefined ? {} : { after }) });
    for (const c of page.items) {
      total += c.size;
      let m = 0; let a: string | undefined;
      for (;;) { const p = await clusters.members(c.id, { limit: 500, ...(a === undefined ? {} : { after: a }) }); m += p.items.length; a = p.next; if (a === undefined) break; }
      const sum = (r: readonly { count: number }[]) => r.reduce((x, y) => x + y.count, 0);
      expect(m, c.id).toBe(c.size);
      expect(sum(await clusters.authors(c.id)), c.id).toBe(c.size);
      expect(sum(await clusters.occurrences(c.id, { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" })), c.id).toBe(c.size);
    }
    after = page.next; if (after === undefined) break;
  }
  const counts = await evaluations.counts();
  console.log(total, counts, await audit.verify());
  let listed = 0; for (const standing of Object.keys(counts) as (keyof typeof counts)[]) { const p = await evaluations.list({ standing, limit: 500 }); expect(p.items.length).toBe(counts[standing]); listed += p.items.length; }
  await Promise.all(stores.map((s) => s.close()));
});
