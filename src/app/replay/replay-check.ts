import type { Check } from "../../core/check/check.ts";
import type { CheckPlace } from "../../core/check/run-check.ts";
import { casesToShow, type ReplayCase, type Replayed } from "../../core/replay/replay.ts";
import { shownLine } from "../../core/replay/shown-line.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { runOnPieces } from "../check/run-on-pieces.ts";
import type { PastPiece, ReplayEvidence } from "./load-replay-evidence.ts";

export interface CheckOverEvidence {
  readonly corrected: Replayed & { readonly own: number };
  readonly mended: Replayed;
  readonly accepted: Replayed;
  readonly is_too_slow: boolean;
}

interface ReplayCheckParts {
  readonly syntax: Syntax;
  /** Gives others a turn. */
  readonly pause?: () => Promise<void>;
}

const PIECES_AT_ONCE = 20;

/** Runs a check over all that people corrected and accepted. */
export function replayCheck({ syntax, pause }: ReplayCheckParts) {
  const runOn = runOnPieces({ syntax });
  return async (
    check: Check,
    { corrected, mended, accepted }: Pick<ReplayEvidence, "corrected" | "mended" | "accepted">,
  ): Promise<CheckOverEvidence> => {
    const { reads, places, isTooSlow } = runOn(check);
    async function replay(pieces: readonly PastPiece[]): Promise<Replayed & { readonly own: number }> {
      const read = pieces.filter(reads);
      const cases: ReplayCase[] = [];
      for (const [at, piece] of read.entries()) {
        if (at % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await pause?.();
        const [first] = await places(piece);
        if (first !== undefined) cases.push(caseOf(piece, first));
      }
      const own = cases.filter((one) => one.own).length;
      return { tried: read.length, hit: cases.length, own, cases: casesToShow(cases) };
    }
    const over = await replay(corrected);
    const { own: _mended, ...overMended } = await replay(mended);
    const { own: _accepted, ...overAccepted } = await replay(accepted);
    return { corrected: over, mended: overMended, accepted: overAccepted, is_too_slow: isTooSlow() };
  };
}

const caseOf = (
  { found_in, id, own, path, code, time, origin }: PastPiece,
  { line, start }: CheckPlace,
): ReplayCase => ({
  found_in,
  id,
  own,
  path: path ?? null,
  line,
  code: shownLine(code, start),
  time: time ?? null,
  origin: origin ?? null,
});
