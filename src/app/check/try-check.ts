import type { Check } from "../../core/check/check.ts";
import type { CodePiece } from "../../core/check/accepted-code.ts";
import type { TriedCheck } from "../../core/check/gate-check.ts";
import type { CheckExample, CheckTrial, TriedOn } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { type CheckEvidence, NO_CORRECTION } from "./load-check-evidence.ts";
import { runOnPieces } from "./run-on-pieces.ts";

/** Tries a check on the evidence about its rule. A structure check is tried only on code in its language. */
export const tryCheck = ({ syntax }: { readonly syntax: Syntax }) => {
  const runOn = runOnPieces({ syntax });
  return async (
    check: Check,
    evidence: Pick<CheckEvidence, "own" | "others" | "accepted">,
    tree: CheckTrial["tree"] = null,
  ): Promise<TriedCheck> => {
    const { reads, places, isTooSlow } = runOn(check);
    const hits = async (piece: Omit<CodePiece, "id">): Promise<boolean> => (await places(piece)).length > 0;

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
      examples.push({ before, after, ...(id === NO_CORRECTION ? {} : { correction: id }), isHit });
    }
    const after = await tryPieces(
      own.map(({ id, after: code, language }) => ({ id, code, ...defined({ language }) })),
    );
    const accepted = await tryPieces(evidence.accepted);
    const others = await tryPieces(evidence.others);
    return {
      examples,
      isTooSlow: isTooSlow(),
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
