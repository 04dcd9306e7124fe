import type { CheckNotice } from "../../core/check/check-file.ts";
import type { CheckedIn, CheckHit } from "../../core/check/check-hit.ts";
import { hitsPerThousandLines } from "../../core/check/gate-check.ts";
import { hitsToReport } from "../../core/check/hits-to-report.ts";
import { checkVersion, openCheckVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { type FilesToTry, hitsInFiles, type HitsInFilesParts } from "./hits-in-files.ts";

export interface TriedOnFiles {
  /** The version that was tried. */
  readonly version: number;
  readonly files: number;
  readonly lines: number;
  readonly hits: number;
  readonly per_thousand_lines: number | null;
  /** The first ones, by file and line. */
  readonly items: readonly CheckHit[];
  readonly notices: readonly CheckNotice[];
}

interface TryOnFilesParts extends HitsInFilesParts {
  readonly checks: Pick<CheckStore, "report" | "findHit">;
  readonly rules: Pick<RuleStore, "find">;
  readonly now: () => string;
}

export interface CheckTry {
  readonly files: FilesToTry;
  readonly checkedIn: CheckedIn;
  /** Default: the version that waits for a decision, else the one that runs. */
  readonly version?: number;
}

/** More than a person judges. */
const MAX_ITEMS = 1_000;
const MAX_NOTICES = 20;
/** Trying the same code twice finds the same hits. */
const TRIED = "tried";

/**
 * Runs one version of a check over files of its rule's scope and keeps the hits, so that people can judge them. A place
 * that was found before keeps its verdict.
 */
export const tryOnFiles = ({ checks, rules, now, ...parts }: TryOnFilesParts) => {
  const find = hitsInFiles(parts);
  return async (check: RuleCheck, { files, checkedIn, version: number }: CheckTry): Promise<TriedOnFiles> => {
    const { id, rule_id, state } = check;
    const { version, check: runs } = checkVersion(check, number ?? null) ?? openCheckVersion(check);
    const tried = {
      check_id: id,
      version,
      state: state === "nudging" || state === "blocking" ? state : ("watching" as const),
      check: runs,
    };
    const { hits, notices, ...counts } = await find(tried, await rules.find(rule_id), files);
    const time = now();
    const items = hitsToReport(hits.slice(0, MAX_ITEMS), {
      time,
      checked_in: checkedIn,
      agent: "",
      run: TRIED,
    }).map(({ run: _run, ...hit }): CheckHit => hit);
    await checks.report({ time, ran: [{ check_id: id, files: counts.files }], hits: items });
    const kept: CheckHit[] = [];
    for (const item of items) kept.push({ ...item, ...verdictOf(await checks.findHit(item.id)) });
    return {
      version,
      ...counts,
      hits: hits.length,
      per_thousand_lines: hitsPerThousandLines({ lines: counts.lines, hits: hits.length }),
      items: kept,
      notices: notices.slice(0, MAX_NOTICES),
    };
  };
};

const verdictOf = (hit: CheckHit | undefined): Partial<Pick<CheckHit, "verdict" | "reason" | "judged_by">> =>
  hit === undefined
    ? {}
    : { verdict: hit.verdict, ...defined({ reason: hit.reason, judged_by: hit.judged_by }) };
