import type { AuditAct } from "../audit/audit-entry.ts";
import { defined } from "../defined.ts";
import { keptReason } from "../text/bounded-text.ts";
import type { CheckHit, HitVerdict } from "./check-hit.ts";

export interface Verdict {
  readonly verdict: HitVerdict;
  readonly reason?: string;
  readonly by: string;
  readonly isPerson: boolean;
}

interface JudgedHit {
  readonly hit: CheckHit;
  /** What a person decided is in the audit log. */
  readonly act?: AuditAct;
}

/** The hit with a verdict on it, or undefined if a person has judged it and this is not one. */
export function takeVerdict(
  hit: CheckHit,
  { verdict, reason, by, isPerson }: Verdict,
): JudgedHit | undefined {
  if (hit.by_person === true && !isPerson) return undefined;
  const { reason: _earlier, judged_by: _by, by_person: _person, ...found } = hit;
  const said = keptReason(reason ?? "") || undefined;
  const judged: CheckHit = {
    ...found,
    verdict,
    judged_by: by,
    ...defined({ reason: said }),
    ...(isPerson ? { by_person: true as const } : {}),
  };
  if (!isPerson) return { hit: judged };
  const detail = { hit: hit.id, version: hit.version, verdict, reason: said ?? "" };
  return { hit: judged, act: { actor: by, action: "check.judged", subject: hit.check_id, detail } };
}
