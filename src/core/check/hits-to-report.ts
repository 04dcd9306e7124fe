import { defined } from "../defined.ts";
import { maskSecrets } from "../rule-text/secrets.ts";
import { showUnseen } from "../text/show-unseen.ts";
import { hitId, MAX_HIT_CODE, type CheckedIn, type CheckHit } from "./check-hit.ts";
import type { FileHit } from "./check-file.ts";

/** Whose work was checked, where and when. */
export interface CheckedWork {
  /** UTC to the millisecond. */
  readonly time: string;
  readonly checked_in: CheckedIn;
  /** Empty for a person. */
  readonly agent: string;
  readonly run?: string;
}

/** What a store keeps of hits: no secrets, and nothing that acts on a terminal. One that a comment overrides has its reason. */
export function hitsToReport(
  hits: readonly FileHit[],
  { time, checked_in, agent, run }: CheckedWork,
): readonly CheckHit[] {
  return hits.map(({ check, path, line, code, ignored }) => {
    const shown = showUnseen(maskSecrets(code)).slice(0, MAX_HIT_CODE).toWellFormed();
    const work = run ?? time.slice(0, 10);
    return {
      id: hitId(check.check_id, { work, path, code: shown }),
      check_id: check.check_id,
      version: check.version,
      state: check.state,
      time,
      checked_in,
      agent,
      path,
      line,
      code: shown,
      verdict: ignored === undefined ? null : "overridden",
      ...defined({ run }),
      ...(ignored === undefined
        ? {}
        : { reason: showUnseen(maskSecrets(ignored)).slice(0, MAX_HIT_CODE).toWellFormed() }),
    };
  });
}
