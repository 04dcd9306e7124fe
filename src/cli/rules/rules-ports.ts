import type { SkippedCluster } from "../../app/rule/propose-rules.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { Store } from "../../ports/store.ts";
import type { CliIo } from "../cli-io.ts";
import type { OpenStore } from "../open/open-store.ts";

/** What the commands around rules need of the world; tests hand in their own. */
export interface RulesPorts {
  readonly openStore: OpenStore;
  /** Evaluates what was recorded since the last time, and proposes what recurs. */
  readonly learn: (store: Store, io: CliIo) => Promise<LearnReport>;
  /** Evaluates again what a rule that came into force, or was retired, covers. */
  readonly reconsider?: (store: Store, io: CliIo, ruleId: string) => Promise<void>;
  /** What is known of opposites; without it only words tell what conflicts. */
  readonly openCatalogue?: (io: CliIo) => Promise<Catalogue>;
  /** That of the configuration when left out. */
  readonly policy?: RulePolicy;
}

export interface LearnReport {
  /** Proposals that ended now because nobody decided in time. */
  readonly expired?: readonly Rule[];
  /** How many pieces of feedback were evaluated now. */
  readonly evaluated: number;
  readonly proposed: readonly Rule[];
  readonly skipped: readonly SkippedCluster[];
}
