import { hitsToReport, type CheckedWork } from "../../core/check/hits-to-report.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { CheckedFiles } from "./check-files.ts";

/** Keeps what checks found in somebody's work. Hits that a comment overrides are feedback on the check. */
export const reportChecked =
  ({ checks, now }: { readonly checks: Pick<CheckStore, "report">; readonly now: () => string }) =>
  async (
    { ran, hits }: Pick<CheckedFiles, "ran" | "hits">,
    work: Omit<CheckedWork, "time">,
  ): Promise<void> => {
    if (ran.length === 0) return;
    const time = now();
    await checks.report({
      time,
      ran,
      hits: hitsToReport(hits, { ...work, time }),
      ...(work.checked_in === "hook" ? { hook_of: work.agent } : {}),
    });
  };
