import { mib } from "../measure.ts";
import { AGENTS, companyMix, LISTENERS, OPERATIONS } from "./company.ts";
import { percentile } from "./drive-decisions.ts";
import { findSaturation, PARTS } from "./find-saturation.ts";
import { listenEvents } from "./listen-events.ts";
import type { LoadOptions } from "./load-options.ts";
import { runStep } from "./run-step.ts";
import { startFleet } from "./start-fleet.ts";

type CompanyOptions = Extract<LoadOptions, { readonly scenario: "company" }>;

const LEARNED = ["evaluation", "cluster_member", "vector_entry", "injection", "submission", "rule_run_day"];
/** What is kept beside a record; of small tables the first pages weigh more than they would among many rows. */
const SIZES = LEARNED.map(
  (name) =>
    `select '${name}' as name, coalesce(pg_total_relation_size('${name}') / nullif((select count(*) from ${name}), 0), 0) as bytes`,
).join(" union all ");

/** The company of docs/scale.md in its busiest hour, so many times as large; answers whether everything kept up. */
export async function runCompany(options: CompanyOptions): Promise<boolean> {
  const { scale, seconds, servers, workers, records, without } = options;
  const agents = Math.max(1, Math.min(AGENTS, Math.round(AGENTS * scale)));
  const fleet = await startFleet({ servers, workers, agents, records });
  try {
    const listening = listenEvents(fleet.urls[0]!, fleet.world.admin, Math.round(LISTENERS * scale));
    const { sample, result, before, after, cpuMs, evaluating } = await runStep(fleet, {
      mix: companyMix(scale, without),
      seconds,
      from: 0,
    });
    const heard = await listening.stop();
    const ms = (share: number): string => `${percentile(result.latencies, share).toFixed(1)} ms`;
    console.log(
      `company × ${scale}: ${agents} agents, ${records} records before, ${sample.asked.toFixed(1)} requests a second`,
    );
    console.log(
      `answered     ${result.sent} in ${result.seconds.toFixed(1)} s, ${result.failed} failed, p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}`,
    );
    for (const operation of OPERATIONS) {
      const { count, p50, p95 } = result.byOperation[operation] ?? { count: 0, p50: 0, p95: 0 };
      console.log(
        `  ${operation.padEnd(10)} ${String(count).padStart(7)}  p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      );
    }
    for (const part of PARTS)
      console.log(
        `  ${part.padEnd(10)} ${sample.cores[part].toFixed(3)} cores, ${cpuMs[part].toFixed(2)} ms a request`,
      );
    console.log(`  other work ${sample.otherCores.toFixed(3)} cores`);
    console.log(
      `memory       server ${mib(after.resident.server)}, worker ${mib(after.resident.worker)}; event loop p99 ${sample.lagMs.toFixed(0)} ms late; ${heard} events heard`,
    );
    const events = after.streamLength - before.streamLength;
    console.log(
      `written      ${mib(after.walBytes - before.walBytes)} of log in PostgreSQL, ${events} events in Redis, ${events === 0 ? 0 : Math.round((after.redisBytes - before.redisBytes) / events)} bytes each`,
    );
    console.log(
      `learning     ${sample.recorded.toFixed(1)} records a second, ${after.behind} behind (${sample.fellBehind.toFixed(1)} more a second)`,
    );
    console.log(
      `             ${evaluating.perSecond.toFixed(1)} evaluated a second, ${evaluating.cpuMs.toFixed(1)} ms of the workers' processor each`,
    );
    for (const { name, bytes } of await fleet.query<{ name: string; bytes: string }>(SIZES))
      console.log(`  ${name.padEnd(16)} ${bytes} bytes a row with its indexes`);
    if (result.firstFailure !== undefined) console.log(`first failure: ${result.firstFailure}`);
    const found = findSaturation(sample);
    for (const { part, says } of found) console.log(`saturated: ${part}: ${says}`);
    return found.length === 0;
  } finally {
    await fleet.stop();
  }
}
