import type { CodePiece } from "../../core/check/accepted-code.ts";
import type { Check } from "../../core/check/check.ts";
import { readsLanguage } from "../../core/check/reads-language.ts";
import { TooManySteps } from "../../core/check/match-rule.ts";
import type { CheckPlace } from "../../core/check/run-check.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { runChecks } from "./run-checks.ts";

/** A check over pieces of code of any language. */
export interface PieceRunner {
  /** Whether the check is for the language of a piece. */
  readonly reads: (piece: Pick<CodePiece, "language">) => boolean;
  /** Empty from the first piece on that took too long. */
  readonly places: (piece: Omit<CodePiece, "id">) => Promise<readonly CheckPlace[]>;
  readonly isTooSlow: () => boolean;
}

/** Runs one check over pieces of code, as the check reads each dialect of its language. */
export function runOnPieces({ syntax }: { readonly syntax: Syntax }): (check: Check) => PieceRunner {
  const run = runChecks({ syntax });
  return (check) => {
    const dialects = new Map<string, Check>();
    const inDialect = (language: string): Check => {
      if (check.kind !== "structure" || check.language === language) return check;
      const own = dialects.get(language) ?? { ...check, language };
      dialects.set(language, own);
      return own;
    };
    let isTooSlow = false;
    return {
      isTooSlow: () => isTooSlow,
      reads: ({ language }) => readsLanguage(check, language),
      places: async ({ language = "", code }) => {
        if (isTooSlow) return [];
        try {
          return await run(inDialect(language), language, code);
        } catch (error) {
          if (!(error instanceof TooManySteps)) throw error;
          isTooSlow = true;
          return [];
        }
      },
    };
  };
}
