import { appliesTo, type ActiveCheck } from "../../core/check/active-check.ts";
import type { CheckNotice } from "../../core/check/check-file.ts";
import type { CheckedIn, CheckHit } from "../../core/check/check-hit.ts";
import { hitsPerThousandLines } from "../../core/check/gate-check.ts";
import { hitsToReport } from "../../core/check/hits-to-report.ts";
import { coversLanguage } from "../../core/check/known-check.ts";
import { languageOfPath } from "../../core/check/language-of-path.ts";
import { checkVersion, openCheckVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { effectiveVersion } from "../../core/rule/rule.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { checkFiles, type FileToCheck } from "./check-files.ts";

export interface TriedOnFiles {
  /** Files that the check reads: in its language and in the scope of its rule. */
  readonly files: number;
  readonly lines: number;
  readonly hits: number;
  readonly per_thousand_lines: number | null;
  /** The first ones, by file and line. */
  readonly items: readonly CheckHit[];
  readonly notices: readonly CheckNotice[];
}

interface TryOnFilesParts {
  readonly checks: Pick<CheckStore, "report" | "findHit">;
  readonly rules: Pick<RuleStore, "find">;
  readonly syntax: Syntax;
  readonly now: () => string;
  /** Gives others a turn. */
  readonly pause?: () => Promise<void>;
}

export interface FilesToTry {
  readonly files: Iterable<FileToCheck> | AsyncIterable<FileToCheck>;
  readonly checkedIn: CheckedIn;
  /** Default: the version that waits for a decision, else the one that runs. */
  readonly version?: number;
}

/** More than a person judges. */
const MAX_ITEMS = 1_000;
/** Trying the same code twice finds the same hits. */
const TRIED = "tried";

/**
 * Runs one version of a check over files of its rule's scope and keeps the hits, so that people can judge them. A place
 * that was found before keeps its verdict.
 */
export const tryOnFiles = ({ checks, rules, syntax, now, pause }: TryOnFilesParts) => {
  const run = checkFiles({ syntax: async () => syntax, ...defined({ pause }) });
  return async (
    check: RuleCheck,
    { files, checkedIn, version: number }: FilesToTry,
  ): Promise<TriedOnFiles> => {
    const version = checkVersion(check, number ?? null) ?? openCheckVersion(check);
    const rule = await rules.find(check.rule_id);
    const text = rule === undefined ? undefined : effectiveVersion(rule);
    const active: ActiveCheck = {
      check_id: check.id,
      version: version.version,
      state: check.state === "nudging" || check.state === "blocking" ? check.state : "watching",
      rule_id: check.rule_id,
      rule: text?.text ?? "",
      scope: text?.scope ?? { agents: [], paths: [] },
      check: version.check,
      example: null,
      may_fix: false,
    };
    let lines = 0;
    const { check: tried } = version;
    async function* counted(): AsyncGenerator<FileToCheck> {
      for await (const file of files) {
        const language = languageOfPath(file.path);
        const isRead =
          tried.kind === "text"
            ? language === undefined
            : language !== undefined && coversLanguage(tried.language, language);
        if (!isRead || !appliesTo(active, file.path)) continue;
        lines += lineCount(file.text);
        yield file;
      }
    }
    const { hits, ran, notices } = await run([active], counted());
    const time = now();
    const items = hitsToReport(hits.slice(0, MAX_ITEMS), {
      time,
      checked_in: checkedIn,
      agent: "",
      run: TRIED,
    }).map(({ run: _run, ...hit }): CheckHit => hit);
    await checks.report({ time, ran, hits: items });
    const kept: CheckHit[] = [];
    for (const item of items) kept.push({ ...item, ...verdictOf(await checks.findHit(item.id)) });
    return {
      files: ran[0]?.files ?? 0,
      lines,
      hits: hits.length,
      per_thousand_lines: hitsPerThousandLines({ lines, hits: hits.length }),
      items: kept,
      notices,
    };
  };
};

const verdictOf = (hit: CheckHit | undefined): Partial<Pick<CheckHit, "verdict" | "reason" | "judged_by">> =>
  hit === undefined
    ? {}
    : { verdict: hit.verdict, ...defined({ reason: hit.reason, judged_by: hit.judged_by }) };

function lineCount(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
