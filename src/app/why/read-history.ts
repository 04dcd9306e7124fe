import type { AuditEntry } from "../../core/audit/audit-entry.ts";
import type { RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import type { Page } from "../../core/page.ts";
import type { UsedSettings } from "../../core/rule/prompt-settings.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { Trial } from "../../core/trial/trial.ts";
import { CHECK_ACTIONS } from "../../core/why/check-at.ts";
import { FLAG_ACTIONS } from "../../core/why/rule-at.ts";
import type { HookSpan } from "../../ports/check-store.ts";
import type { Store } from "../../ports/store.ts";

export type HistoryParts = Pick<Store, "rules" | "trials" | "checks" | "runs" | "audit">;

/** Everything that prompts were ever made of. */
export interface PromptHistory {
  readonly rules: readonly Rule[];
  readonly trials: readonly Trial[];
  readonly checks: readonly RuleCheck[];
  /** When checks were alive in agents' hooks. */
  readonly hooks: readonly HookSpan[];
  /** Oldest first. */
  readonly settings: readonly UsedSettings[];
  /** What happened to flags and checks, oldest first. */
  readonly entries: readonly AuditEntry[];
  /** When the store was last rebuilt from its ledger, which has no flags. */
  readonly rebuilt_at?: string;
}

const PAGE = 500;
const REBUILT = "ledger.rebuilt";

export async function readHistory(store: HistoryParts): Promise<PromptHistory> {
  const [rules, trials, checks, hooks, settings, acts] = await Promise.all([
    readRules(store),
    readPages((page) => store.trials.list(page)),
    readPages((page) => store.checks.list(page)),
    store.checks.hookSpans(),
    store.runs.settings(),
    readEntries(store, [...FLAG_ACTIONS, ...CHECK_ACTIONS, REBUILT]),
  ]);
  return {
    rules,
    trials,
    checks,
    hooks,
    settings,
    entries: acts.filter(({ action }) => action !== REBUILT),
    ...defined({ rebuilt_at: acts.findLast(({ action }) => action === REBUILT)?.time }),
  };
}

/** Every rule that ever was in force. */
export async function readRules({ rules }: Pick<HistoryParts, "rules">): Promise<readonly Rule[]> {
  const all = await readPages((page) => rules.list(page));
  return all.filter(({ versions }) => versions.some(({ quorum }) => quorum !== null));
}

async function readPages<T>(
  read: (page: { readonly limit: number; readonly after?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let after: string | undefined;
  do {
    const page = await read({ limit: PAGE, ...defined({ after }) });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

async function readEntries(
  { audit }: Pick<HistoryParts, "audit">,
  actions: readonly string[],
): Promise<readonly AuditEntry[]> {
  const found: AuditEntry[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await audit.list({ limit: PAGE, actions, ...defined({ before }) });
    found.push(...page);
    if (page.length < PAGE) return found.toReversed();
    before = page.at(-1)!.seq;
  }
}
