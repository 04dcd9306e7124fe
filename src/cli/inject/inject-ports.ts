import type { EnforcedRulesParts } from "../../app/check/load-enforced-rules.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import type { CliIo } from "../cli-io.ts";
import { openStore } from "../open/open-store.ts";
import { driversOf } from "../open/drivers-of.ts";

/** What `emend inject` opens; tests replace it. */
export interface InjectPorts {
  readonly openRules: (io: CliIo, file: string | undefined) => Promise<OpenedRules>;
  readonly openFiles: (io: CliIo) => Promise<ProjectFiles>;
}

export interface OpenedRules {
  readonly rules: Pick<RuleStore, "inForce">;
  readonly trials: Pick<TrialStore, "assignments">;
  readonly checks: EnforcedRulesParts["checks"];
  readonly close: () => Promise<void>;
}

export const INJECT_PORTS: InjectPorts = {
  openRules: async (io, file) => {
    const store = await openStore(io, { file, create: false });
    const { rules, trials, checks } = store;
    return { rules, trials, checks, close: () => store.close() };
  },
  openFiles: async (io) => {
    return (await driversOf(io)).openProjectFiles();
  },
};

/** For commands that need no store, or have none yet. */
export const NO_RULES: OpenedRules = {
  rules: { inForce: async () => [] },
  trials: { assignments: async () => [] },
  checks: { hookRuns: async () => [], running: async () => [] },
  close: async () => undefined,
};
