import { cpus } from "node:os";
import { type Mix, recordsOf, totalOf } from "./company.ts";
import { percentile } from "./drive-decisions.ts";
import { driveMix, type MixResult } from "./drive-mix.ts";
import { PARTS, type Sample, type Part } from "./find-saturation.ts";
import type { Fleet, Reading } from "./start-fleet.ts";

export interface Step {
  readonly sample: Sample;
  readonly result: MixResult;
  readonly before: Reading;
  readonly after: Reading;
  /** Milliseconds of processor of each part for one request. */
  readonly cpuMs: Readonly<Record<Part, number>>;
  readonly evaluating: { readonly perSecond: number; readonly cpuMs: number };
}

/** Loads a fleet with a mix for so long, and says what that did to its parts. */
export async function runStep(
  fleet: Fleet,
  plan: { readonly mix: Mix; readonly seconds: number; readonly from: number },
): Promise<Step> {
  await fleet.lagMs();
  const before = await fleet.read();
  const result = await driveMix(fleet.urls, fleet.world, plan);
  const after = await fleet.read();
  const lagMs = await fleet.lagMs();
  const seconds = (after.at - before.at) / 1_000;
  const used = (part: Part): number => after.cpu[part] - before.cpu[part];
  const perPart = (of: (part: Part) => number): Record<Part, number> =>
    Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, number>;
  const parts = PARTS.reduce((sum, part) => sum + used(part), 0);
  const recorded = (recordsOf(plan.mix) / totalOf(plan.mix)) * result.answered;
  return {
    sample: {
      asked: totalOf(plan.mix),
      answered: result.answered,
      failed: result.failed,
      p95Ms: percentile(result.latencies, 0.95),
      lagMs,
      cores: perPart((part) => used(part) / seconds),
      servers: fleet.servers,
      machineCores: cpus().length,
      otherCores: Math.max(0, (after.machineCpu - before.machineCpu - parts) / seconds),
      recorded,
      fellBehind: (after.behind - before.behind) / seconds,
    },
    result,
    before,
    after,
    cpuMs: perPart((part) => (used(part) * 1_000) / result.sent),
    evaluating: {
      perSecond: (after.evaluated - before.evaluated) / seconds,
      cpuMs: (used("worker") * 1_000) / (after.evaluated - before.evaluated),
    },
  };
}
