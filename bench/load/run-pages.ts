// What each page costs a server after so many seconds of the company's load:
// `node bench/load/run-pages.ts [records before] [seconds of load]`, after `npm run build`.
import { median } from "../measure.ts";
import { AGENTS, companyMix } from "./company.ts";
import { PAGES } from "./make-request.ts";
import { runStep } from "./run-step.ts";
import { startFleet } from "./start-fleet.ts";

const records = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 60);
const ROUNDS = 10;
const LONGEST_WAIT_MS = 120_000;

const fleet = await startFleet({ servers: 1, workers: 1, agents: AGENTS / 50, records });
const done = await runStep(fleet, { mix: companyMix(1, ["overview"]), seconds, from: 0 });
console.log(`${done.result.sent} requests, ${done.result.failed} failed; then:`);
const deadline = performance.now() + LONGEST_WAIT_MS;
while ((await fleet.read()).behind > 0 && performance.now() < deadline)
  await new Promise((resolve) => setTimeout(resolve, 1_000));
const waiting = await fleet.query<{ n: string }>("select count(*) as n from rule where pending_since <> ''");
console.log(`${(await fleet.read()).behind} events behind, ${waiting[0]!.n} proposals that wait`);
const { admin } = fleet.world;
for (const page of [...new Set(PAGES), "agents?window=24h", "clusters", "feedback?search=password"]) {
  const path = `/api/v1/${page.replace("{agent}", "agent-17")}`;
  const times: number[] = [];
  const before = await fleet.read();
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const response = await fetch(`${fleet.urls[0]}${path}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - started);
    if (!response.ok) console.log(`  ${path}: ${response.status}`);
  }
  const after = await fleet.read();
  const each = (part: "server" | "postgres"): string =>
    (((after.cpu[part] - before.cpu[part]) * 1_000) / ROUNDS).toFixed(0);
  console.log(
    `${page.padEnd(36)} ${median(times).toFixed(1)} ms; processor: server ${each("server")} ms, PostgreSQL ${each("postgres")} ms; ${bytes} bytes`,
  );
}
await fleet.stop();
