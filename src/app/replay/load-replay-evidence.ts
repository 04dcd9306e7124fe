import { acceptedCode, type CodePiece } from "../../core/check/accepted-code.ts";
import type { CorrectionOrigin, PastCorrection } from "../../core/correction/past-correction.ts";
import { defined } from "../../core/defined.ts";
import type { Replay } from "../../core/replay/replay.ts";
import type { Rule } from "../../core/rule/rule.ts";
import { type CheckEvidenceParts, correctionsOfRule, toEdited } from "../check/load-check-evidence.ts";

export type ReplayEvidenceParts = Pick<
  CheckEvidenceParts,
  "feedback" | "clusters" | "corrections" | "submissions"
>;

/** A piece of the past with what is known about it. */
export interface PastPiece extends CodePiece {
  readonly found_in: "correction" | "submission";
  readonly own: boolean;
  readonly path?: string;
  readonly time?: string;
  readonly origin?: CorrectionOrigin;
}

export interface ReplayEvidence {
  readonly corrected: readonly PastPiece[];
  readonly mended: readonly PastPiece[];
  readonly accepted: readonly PastPiece[];
  /** Of all sources but feedback, newest first, whether they have code or not. */
  readonly remarks: readonly PastCorrection[];
  readonly ownIds: ReadonlySet<string>;
  readonly newestOnly: Replay["newest_only"];
}

const MAX_CORRECTIONS = 5_000;
const MAX_SUBMISSIONS = 500;
const PAGE = 500;

/** Every correction and every accepted piece of work before a time, up to a limit that the answer names. */
export const loadReplayEvidence =
  (parts: ReplayEvidenceParts) =>
  async (rule: Rule, until: string): Promise<ReplayEvidence> => {
    const ownIds = new Set((await correctionsOfRule(parts)(rule)).map(({ id }) => id));
    const corrected: PastPiece[] = [];
    const mended: PastPiece[] = [];
    const remarks: PastCorrection[] = [];
    const newestOnly: Replay["newest_only"][number][] = [];
    let read = 0;
    for (let after: string | undefined, more = true; more;) {
      const page = await parts.corrections.list({ limit: PAGE, ...defined({ after }) });
      for (const item of page.items) {
        if (item.time !== undefined && item.time >= until) continue;
        if (!("feedback" in item.origin) && item.remark !== "") remarks.push(item);
        const edited = toEdited(item);
        if (edited === undefined) continue;
        const { id, path, language, before, after: mend } = edited;
        const { time, origin } = item;
        const about = { id, found_in: "correction", own: ownIds.has(id), origin } as const;
        const known = { ...about, ...defined({ path, language, time }) };
        if (before.trim() !== "") corrected.push({ ...known, code: before });
        if (mend.trim() !== "") mended.push({ ...known, code: mend });
      }
      read += page.items.length;
      after = page.next;
      more = after !== undefined && read < MAX_CORRECTIONS;
      if (after !== undefined && !more) newestOnly.push("corrections");
    }
    const { pieces, isCut } = await acceptedWork(parts, until);
    if (isCut) newestOnly.push("submissions");
    return { corrected, mended, accepted: pieces, remarks, ownIds, newestOnly };
  };

async function acceptedWork(
  { submissions }: Pick<ReplayEvidenceParts, "submissions">,
  until: string,
): Promise<{ readonly pieces: readonly PastPiece[]; readonly isCut: boolean }> {
  const { items, next } = await submissions.list({
    status: "decided",
    order: "closed",
    limit: MAX_SUBMISSIONS,
  });
  const pieces: PastPiece[] = [];
  for (const { id, decision } of items) {
    if (decision === undefined || decision.decision === "rejected" || decision.time >= until) continue;
    const submission = await submissions.find(id);
    if (submission === undefined) continue;
    const { time } = decision;
    const path = submission.files?.length === 1 ? submission.files[0] : undefined;
    for (const piece of acceptedCode(submission))
      pieces.push({ ...piece, found_in: "submission", own: false, time, ...defined({ path }) });
  }
  return { pieces, isCut: next !== undefined };
}
