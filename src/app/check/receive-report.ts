import { sentHits, type SentReport } from "../../core/check/check-report.ts";
import type { CheckStore } from "../../ports/check-store.ts";

/** Keeps what checks found on another machine. What it says about checks that do not exist, or versions that they never had, is left out. */
export const receiveReport =
  ({ checks }: { readonly checks: Pick<CheckStore, "report" | "find"> }) =>
  async (report: SentReport): Promise<void> => {
    const versions = new Map<string, number>();
    for (const { check_id } of [...report.ran, ...report.hits])
      if (!versions.has(check_id))
        versions.set(check_id, (await checks.find(check_id))?.versions.length ?? 0);
    const known = (id: string): number => versions.get(id) ?? 0;
    const ran = report.ran.filter(({ check_id }) => known(check_id) > 0);
    const hits = sentHits(report).filter(({ check_id, version }) => version <= known(check_id));
    if (ran.length === 0 && hits.length === 0) return;
    const { time, agent, checked_in } = report;
    await checks.report({ time, ran, hits, ...(checked_in === "hook" ? { hook_of: agent } : {}) });
  };
