// Loads one embedded server with decisions while its pages are read: `npm run load -- [seconds] [rate] [options of serve]`;
// or a fleet as a large company does: `npm run load -- --scenario company`, and more in docs/scale.md.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { driveDecisions, percentile } from "./drive-decisions.ts";
import { readLoadOptions } from "./load-options.ts";
import { readPages } from "./read-pages.ts";
import { runCompany } from "./run-company.ts";
import { runUntilSaturated } from "./run-until-saturated.ts";
import { cpuSeconds, startServer } from "../../test/start-server.ts";

const options = readLoadOptions(process.argv.slice(2));
if ("usage" in options) {
  console.error(options.usage);
  process.exit(2);
}
if (options.scenario === "company") {
  if (options.untilSaturated) await runUntilSaturated(options);
  else if (!(await runCompany(options))) process.exitCode = 1;
  process.exit();
}
const { seconds, rate, more } = options;
const folder = mkdtempSync(join(tmpdir(), "emend-load-"));
const server = await startServer(["--port", "0", ...more], { cwd: folder });
const token = server.token;
if (token === undefined) throw new Error("the server wrote no token");
const pages = readPages(server.url, token);
const result = await driveDecisions({ urls: [server.url], token, rate, seconds, name: "load" });
const reading = await pages.stop();
const cpu = cpuSeconds(server.child);
const code = await server.stop();

const store = await openSqliteStore({ file: join(folder, ".emend/emend.db") });
const kept = new Set<string>();
for (let after: string | undefined; ;) {
  const page = await store.feedback.list({ limit: 500, ...(after === undefined ? {} : { after }) });
  for (const { event_id } of page.items) kept.add(event_id.replace(/^decision:/, ""));
  after = page.next;
  if (after === undefined) break;
}
const roll = await store.feedback.rollUp({ from: "2000-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" });
const counted = roll.hours.reduce(
  (sum, hour) => sum + hour.approved + hour.rejected + hour.approved_with_changes,
  0,
);
await store.close();
rmSync(folder, { recursive: true, force: true });

const lost = result.acknowledged.filter((id) => !kept.has(id)).length;
const ms = (share: number): string => `${percentile(result.latencies, share).toFixed(1)} ms`;
console.log(
  `decisions    ${result.acknowledged.length} in ${result.seconds.toFixed(1)} s, ${Math.round(result.acknowledged.length / result.seconds)} a second`,
);
console.log(
  `latency      p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, p99.9 ${ms(0.999)}, worst ${ms(1)}`,
);
console.log(
  `pages        ${reading.read} read, p50 ${reading.p50.toFixed(1)} ms, p99 ${reading.p99.toFixed(1)} ms, ${reading.failed} failed`,
);
console.log(
  `processor    ${cpu?.toFixed(1) ?? "?"} s, ${(((cpu ?? Number.NaN) * 1_000) / result.acknowledged.length).toFixed(3)} ms a decision`,
);
console.log(
  `refused ${result.refused}, resent ${result.resent}, lost ${lost}, kept ${kept.size}, counted ${counted}, server ended with ${code}`,
);
const even = result.acknowledged.length / result.seconds >= rate * 0.98;
if (lost > 0 || counted !== kept.size || result.refused > 0 || reading.failed > 0 || !even)
  process.exitCode = 1;
