import type { Check } from "../../core/check/check.ts";
import type { CodePiece } from "../../core/check/accepted-code.ts";
import type { TriedCheck } from "../../core/check/gate-check.ts";
import type { CheckExample, CheckTrial, TriedOn } from "../../core/check/rule-check.ts";
import { TooManySteps } from "../../core/check/match-rule.ts";
import { coversLanguage } from "../../core/check/known-check.ts";
import { defined } from "../../core/defined.ts";
import type { Syntax } from "../../ports/syntax.ts";
import type { CheckEvidence } from "./load-check-evidence.ts";
import { runChecks } from "./run-checks.ts";

/** Tries a check on the evidence about its rule. A structure check is tried only on code in its language. */
export const tryCheck = ({ syntax }: { readonly syntax: Syntax }) => {
  const run = runChecks({ syntax });
  return async (
    check: Check,
    evidence: Pick<CheckEvidence, "own" | "others" | "accepted">,
    tree: CheckTrial["tree"] = null,
  ): Promise<TriedCheck> => {
    const dialects = new Map<string, Check>();
    /** The check as it reads one of the dialects of its language. */
    const inDialect = (language: string): Check => {
      if (check.kind === "text" || check.language === language) return check;
      const own = dialects.get(language) ?? { ...check, language };
      dialects.set(language, own);
      return own;
    };
    let isTooSlow = false;
    const hits = async ({ language = "", code }: Omit<CodePiece, "id">): Promise<boolean> => {
      if (isTooSlow) return false;
      try {
        return (await run(inDialect(language), language, code)).length > 0;
      } catch (error) {
        if (!(error instanceof TooManySteps)) throw error;
        isTooSlow = true;
        return false;
      }
    };
    const reads = ({ language }: { readonly language?: string | undefined }): boolean =>
      check.kind === "text"
        ? language === undefined
        : language !== undefined && coversLanguage(check.language, language);

    async function tryPieces(
      pieces: readonly CodePiece[],
    ): Promise<TriedOn & { readonly ids: readonly string[] }> {
      const read = pieces.filter(reads);
      const ids: string[] = [];
      for (const piece of read) if (await hits(piece)) ids.push(piece.id);
      return { tried: read.length, hit: ids.length, ids };
    }

    const own = evidence.own.filter(reads);
    const examples: CheckExample[] = [];
    for (const { id, before, after, language } of own) {
      const isHit = await hits({ code: before, ...defined({ language }) });
      examples.push({ before, after, correction: id, isHit });
    }
    const after = await tryPieces(
      own.map(({ id, after: code, language }) => ({ id, code, ...defined({ language }) })),
    );
    const accepted = await tryPieces(evidence.accepted);
    const others = await tryPieces(evidence.others);
    return {
      examples,
      isTooSlow,
      trial: {
        before: { tried: own.length, hit: examples.filter(({ isHit }) => isHit).length },
        after: { tried: after.tried, hit: after.hit },
        accepted: { tried: accepted.tried, hit: accepted.hit },
        others: { tried: others.tried, hit: others.hit },
        tree,
      },
      cases: {
        after: [...new Set(after.ids)],
        accepted: [...new Set(accepted.ids)],
        others: [...new Set(others.ids)],
      },
    };
  };
};
