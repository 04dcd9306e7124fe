import type { Feedback } from "../../core/feedback/feedback.ts";
import { suggestKey } from "../../core/feedback/key-aliases.ts";
import { RULE_BARS, type RuleBar, ruleBar } from "../../core/rule/propose/recurrence.ts";

/** How many distinct keys are counted; a file with more has generated names. */
const MAX_KEYS = 500;

export interface UnknownKey {
  readonly key: string;
  readonly count: number;
  /** The most similar supported key, if any. */
  readonly suggestion: string | null;
}

/** How many records can be used for rules, and why others cannot. */
export interface ImportReadiness {
  readonly ready: number;
  readonly not_ready: readonly { readonly reason: RuleBar; readonly count: number }[];
  readonly without_agent: number;
}

export interface ReadinessLog {
  addRecords(records: readonly Feedback[]): void;
  addKeys(keys: readonly string[]): void;
  readiness(): ImportReadiness;
  unknownKeys(): readonly UnknownKey[];
}

export function createReadinessLog(): ReadinessLog {
  const bars = new Map<RuleBar, number>();
  const keys = new Map<string, number>();
  let ready = 0;
  let withoutAgent = 0;
  return {
    addRecords: (records) => {
      for (const record of records) {
        const bar = ruleBar(record);
        if (bar === undefined) ready += 1;
        else bars.set(bar, (bars.get(bar) ?? 0) + 1);
        if (record.agent === undefined && record.work_of === undefined) withoutAgent += 1;
      }
    },
    addKeys: (found) => {
      for (const key of found) {
        if (keys.has(key) || keys.size < MAX_KEYS) keys.set(key, (keys.get(key) ?? 0) + 1);
      }
    },
    readiness: () => ({
      ready,
      not_ready: RULE_BARS.flatMap((reason) => {
        const count = bars.get(reason);
        return count === undefined ? [] : [{ reason, count }];
      }),
      without_agent: withoutAgent,
    }),
    unknownKeys: () =>
      [...keys]
        .map(([key, count]) => ({ key, count, suggestion: suggestKey(key) ?? null }))
        .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)),
  };
}
