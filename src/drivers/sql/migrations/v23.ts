import type { Migration } from "./migration.ts";

/** Reads what the loop did on some days without a scan. */
export const V23: Migration = {
  version: 23,
  statements: () => [
    "create index cluster_day_day on cluster_day (day, cluster_id, agent)",
    "create index cluster_first_time on cluster (first_time, size)",
    "create index audit_time on audit (time)",
  ],
};
