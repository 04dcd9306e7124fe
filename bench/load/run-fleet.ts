// Loads two servers and two workers on one PostgreSQL and one Redis, and kills one of each in the middle:
// `npm run load:fleet -- [seconds] [rate]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import { startPostgres } from "../../test/postgres-server.ts";
import { startRedis } from "../../test/redis-server.ts";
import { driveDecisions, percentile } from "./drive-decisions.ts";
import { startServer } from "../../test/start-server.ts";

const seconds = Number(process.argv[2] ?? 60);
const rate = Number(process.argv[3] ?? 2_000);
const folder = mkdtempSync(join(tmpdir(), "emend-load-"));
const postgres = await startPostgres();
const redis = await startRedis({ appendonly: true });
const store = await postgres.urlOf("load");
const shared = ["--store", store, "--redis", redis.url];
const serve = (role: string) => startServer([...shared, "--port", "0", "--role", role], { cwd: folder });
const first = await serve("server");
const servers = [first, await serve("server")];
const workers = [await serve("worker"), await serve("worker")];
const token = first.token;
if (token === undefined) throw new Error("the server printed no token");

const killing = setTimeout(
  () => {
    servers[1]!.child.kill("SIGKILL");
    workers[1]!.child.kill("SIGKILL");
    console.log("killed one server and one worker");
  },
  (seconds * 1_000) / 2,
);
const result = await driveDecisions({
  urls: servers.map(({ url }) => url),
  token,
  rate,
  seconds,
  name: "load",
});
clearTimeout(killing);

const opened = await openPostgresStore({ url: store });
const log = await openRedisEventLog({ url: redis.url });
// Every event is relayed before anything is counted; evaluating them all would take far longer.
const deadline = Date.now() + 120_000;
for (;;) {
  const depth = await opened.outbox.depth();
  if (depth === 0) break;
  if (Date.now() > deadline) throw new Error(`still behind: ${depth} to relay`);
  await new Promise((resolve) => setTimeout(resolve, 200));
}
const kept = new Map<string, number>();
for (let after: string | undefined; ;) {
  const page = await opened.feedback.list({ limit: 500, ...(after === undefined ? {} : { after }) });
  for (const { event_id } of page.items) {
    const id = event_id.replace(/^decision:/, "");
    kept.set(id, (kept.get(id) ?? 0) + 1);
  }
  after = page.next;
  if (after === undefined) break;
}
const roll = await opened.feedback.rollUp({ from: "2000-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" });
const counted = roll.hours.reduce(
  (sum, hour) => sum + hour.approved + hour.rejected + hour.approved_with_changes,
  0,
);
const told = new Set<string>();
for (let after = "0-0"; ;) {
  const { entries } = await log.read({ after, limit: 500 });
  for (const { event } of entries) {
    const { type, subject } = event as { readonly type?: string; readonly subject?: string };
    if (type === "emend.feedback.recorded") told.add(String(subject));
  }
  const last = entries.at(-1);
  if (last === undefined) break;
  after = last.id;
}
await log.close();
await opened.close();
await servers[0]!.stop();
await workers[0]!.stop();
await redis.stop();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

const lost = result.acknowledged.filter((id) => !kept.has(id)).length;
const doubled = [...kept.values()].filter((times) => times > 1).length;
const ms = (share: number): string => `${percentile(result.latencies, share).toFixed(1)} ms`;
console.log(
  `decisions    ${result.acknowledged.length} in ${result.seconds.toFixed(1)} s, ${Math.round(result.acknowledged.length / result.seconds)} a second`,
);
console.log(`latency      p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, worst ${ms(1)}`);
console.log(
  `resent ${result.resent}, refused ${result.refused}, lost ${lost}, doubled ${doubled}, kept ${kept.size}, counted ${counted}, told ${told.size}`,
);
if (lost > 0 || doubled > 0 || counted !== kept.size || told.size !== kept.size || result.refused > 0)
  process.exitCode = 1;
