import type { Check } from "../../core/check/check.ts";
import { type CheckedIn, type CheckHit, hitId, MAX_HIT_CODE } from "../../core/check/check-hit.ts";
import { hitsPerThousandLines } from "../../core/check/gate-check.ts";
import { languageOfPath } from "../../core/check/language-of-path.ts";
import { checkVersion, openCheckVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { matchesGlob } from "../../core/rule/glob.ts";
import { effectiveVersion } from "../../core/rule/rule.ts";
import { maskPrivate } from "../../core/rule-text/secrets.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { runChecks } from "./run-checks.ts";

export interface TriedFile {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface TriedOnFiles {
  readonly files: number;
  readonly lines: number;
  /** How many there are in all. */
  readonly hits: number;
  readonly per_thousand_lines: number | null;
  /** The first ones, by path and line. */
  readonly items: readonly CheckHit[];
}

interface TryOnFilesParts {
  readonly checks: Pick<CheckStore, "report" | "findHit">;
  readonly rules: Pick<RuleStore, "find">;
  readonly syntax: Syntax;
  readonly now: () => string;
}

/** More than a person judges. */
const MAX_ITEMS = 1_000;

/**
 * Runs one version of a check over files of its rule's scope and keeps the hits, so that people can judge them. A place
 * that was found before keeps its verdict.
 */
export const tryOnFiles = ({ checks, rules, syntax, now }: TryOnFilesParts) => {
  const run = runChecks({ syntax });
  return async (
    check: RuleCheck,
    files: Iterable<TriedFile> | AsyncIterable<TriedFile>,
    { checkedIn, version: number }: { readonly checkedIn: CheckedIn; readonly version?: number },
  ): Promise<TriedOnFiles> => {
    const version = checkVersion(check, number ?? null) ?? openCheckVersion(check);
    const rule = await rules.find(check.rule_id);
    const paths = rule === undefined ? [] : effectiveVersion(rule).scope.paths;
    const items: CheckHit[] = [];
    const total = { files: 0, lines: 0, hits: 0 };
    for await (const { path, text } of files) {
      if (!isRead(version.check, path) || (paths.length > 0 && !paths.some((glob) => matchesGlob(glob, path))))
        continue;
      total.files += 1;
      const lines = text.split("\n");
      total.lines += lines.length;
      const places = await run(version.check, languageOfPath(path) ?? "", text);
      total.hits += places.length;
      for (const { line, start, end } of places) {
        if (items.length >= MAX_ITEMS) break;
        const code = shownCode(text, start, end);
        items.push({
          id: hitId(check.id, { work: "tried", path, code }),
          check_id: check.id,
          version: version.version,
          state: check.state === "nudging" || check.state === "blocking" ? check.state : "watching",
          time: now(),
          checked_in: checkedIn,
          agent: "",
          path,
          line,
          code,
          verdict: null,
        });
      }
    }
    await checks.report({
      time: now(),
      ran: [{ check_id: check.id, files: total.files }],
      hits: items,
    });
    const kept: CheckHit[] = [];
    for (const item of items) {
      const { verdict, reason, judged_by } = (await checks.findHit(item.id)) ?? item;
      kept.push({ ...item, verdict, ...defined({ reason, judged_by }) });
    }
    return { ...total, per_thousand_lines: hitsPerThousandLines(total), items: kept };
  };
};

const isRead = (check: Check, path: string): boolean =>
  check.kind === "text" || languageOfPath(path) === check.language;

/** The whole lines of a hit, masked before they are cut. */
function shownCode(text: string, start: number, end: number): string {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", Math.max(start, end - 1));
  const lines = text.slice(from, Math.min(to === -1 ? text.length : to, from + 4 * MAX_HIT_CODE));
  return maskPrivate(lines).trim().slice(0, MAX_HIT_CODE);
}
