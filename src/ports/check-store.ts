import type { CheckFigures, CheckHit, HitVerdict } from "../core/check/check-hit.ts";
import type { CheckChange } from "../core/check/decide-check.ts";
import type { Verdict } from "../core/check/judge-hit.ts";
import type { CheckState, RuleCheck } from "../core/check/rule-check.ts";
import type { Page } from "../core/page.ts";

/** Checks of rules, and what they found. Every driver passes test/contract/check-store.ts. */
export interface CheckStore {
  find(id: string): Promise<RuleCheck | undefined>;
  /** Every check of these rules, in any state. */
  ofRules(ruleIds: readonly string[]): Promise<readonly RuleCheck[]>;
  /**
   * Saves a change on top of the revision it was decided on, with its audit entries and its event, in one
   * transaction. Returns false and changes nothing on a conflict, or if the set of people has changed since.
   */
  save(change: CheckChange): Promise<boolean>;
  /**
   * Restores a check at its revision, with its event but without an audit entry. Returns false and changes nothing
   * if the id is taken.
   */
  restore(check: RuleCheck): Promise<boolean>;
  /** The last changed first; `after` is the `next` of the previous page. */
  list(query: CheckQuery): Promise<Page<RuleCheck>>;
  /** Checks that run, oldest first; at most 2,000. */
  running(): Promise<readonly RuleCheck[]>;
  /**
   * Adds what a run found, in one transaction. A hit that is known counts once. A verdict that it has stays; one that
   * comes with the report is taken if it has none.
   */
  report(report: CheckReport): Promise<void>;
  /** Newest first. */
  hits(query: HitQuery): Promise<Page<CheckHit>>;
  findHit(id: string): Promise<CheckHit | undefined>;
  /**
   * Says whether a hit was right, with its audit entry if a person says so. Returns false and changes nothing if there
   * is no such hit, or if a person has judged it and this is not one.
   */
  judge(judgement: HitJudgement): Promise<boolean>;
  /** What checks did in all. A check that never ran has no entry. */
  figures(checkIds: readonly string[]): Promise<ReadonlyMap<string, CheckFigures>>;
  /** Checks that ran in the hook of some agent since then; at most 10,000. */
  hookRuns(since: string): Promise<readonly HookRun[]>;
  /** When checks were alive in agents' hooks; the newest 10,000 spans. */
  hookSpans(): Promise<readonly HookSpan[]>;
}

export interface CheckQuery {
  readonly state?: readonly CheckState[];
  readonly rule?: string;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

/** What checks read and found in one piece of work. */
export interface CheckReport {
  readonly time: string;
  /** Checks that ran, with the number of files that each read. */
  readonly ran: readonly { readonly check_id: string; readonly files: number }[];
  readonly hits: readonly CheckHit[];
  /** The agent whose hook ran them; absent if they ran anywhere else. */
  readonly hook_of?: string;
}

/** A time in which a check was alive in an agent's hook: it ran again before it counted as switched off. */
export interface HookSpan extends HookRun {
  /** When the store heard of the first run. */
  readonly since: string;
  readonly last_ran: string;
}

/** A check that ran in an agent's hook. */
export interface HookRun {
  readonly check_id: string;
  readonly agent: string;
}

export interface HitQuery {
  readonly check?: string;
  readonly verdict?: HitVerdict | "none";
  readonly limit: number;
  readonly after?: string;
}

export interface HitJudgement extends Verdict {
  readonly id: string;
}
