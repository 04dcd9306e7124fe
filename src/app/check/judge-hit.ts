import type { CheckHit, HitVerdict } from "../../core/check/check-hit.ts";
import { needsPerson, type RuleProblem } from "../../core/rule/rule-command.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { defined } from "../../core/defined.ts";
import type { CheckStore } from "../../ports/check-store.ts";

export interface HitProblem {
  readonly code: "hit_not_found" | "hit_reason_required" | RuleProblem["code"];
  readonly message: string;
}

/** Takes a person's verdict on a hit. A later one replaces it. */
export const judgeHit =
  ({ checks }: { readonly checks: Pick<CheckStore, "judge" | "findHit"> }) =>
  async (
    id: string,
    {
      verdict,
      reason,
      by,
    }: { readonly verdict: HitVerdict; readonly reason?: string; readonly by: RuleActor },
  ): Promise<Result<CheckHit, HitProblem>> => {
    const wrong = needsPerson(by);
    if (wrong !== undefined) return wrong;
    if (verdict === "overridden" && (reason ?? "").trim() === "")
      return fail({ code: "hit_reason_required", message: "expected a reason for overriding the check" });
    const judged = await checks.judge({ id, verdict, by: by.id, isPerson: true, ...defined({ reason }) });
    const hit = judged ? await checks.findHit(id) : undefined;
    return hit === undefined
      ? fail({ code: "hit_not_found", message: "there is no such hit; list the hits to see their ids" })
      : ok(hit);
  };
