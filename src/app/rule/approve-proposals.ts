import type { RuleActor } from "../../core/feedback/feedback.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { RuleProblemCode } from "../../core/rule/rule-command.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { decideRule } from "./decide-rule.ts";
import { readOnce } from "./list-proposals.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import { type DossierParts, proposalDossier } from "./proposal-dossier.ts";
import { type ProposalRemark, proposalRemarks } from "../../core/rule/proposal-remarks.ts";

export interface ApproveParts extends DossierParts {
  readonly people: PersonStore;
  readonly rules: RuleStore;
}

/** A version of a rule, as the asker has seen it. */
export interface SeenVersion {
  readonly rule_id: string;
  readonly version: number;
}

export type ApprovalOutcome = SeenVersion &
  (
    | { readonly outcome: "approved"; readonly rule: Rule }
    | {
        readonly outcome: "refused";
        readonly code: RuleProblemCode | "rule_busy" | "not_clean";
        readonly message: string;
        readonly remarks: readonly ProposalRemark[];
      }
  );

/**
 * One person's yes to several proposals at once, of which each stands alone: what nobody has to look at more closely
 * is approved, the rest is refused with the reason.
 */
export const approveProposals = (parts: ApproveParts) => {
  const decide = decideRule(parts);
  return async (seen: readonly SeenVersion[], by: RuleActor): Promise<readonly ApprovalOutcome[]> => {
    const dossierOf = proposalDossier({ ...parts, rules: readOnce(parts.rules) });
    const outcomes: ApprovalOutcome[] = [];
    for (const { rule_id, version } of seen) {
      const dossier = await dossierOf(rule_id);
      const remarks =
        dossier?.version.status === "pending" && dossier.version.version === version
          ? proposalRemarks(dossier)
          : [];
      if (remarks.length > 0) {
        const message = `review it individually first: ${remarks.join(", ").replaceAll("_", " ")}`;
        outcomes.push({ rule_id, version, outcome: "refused", code: "not_clean", message, remarks });
        continue;
      }
      const decided = await decide(rule_id, { type: "approve", by, version });
      outcomes.push(
        decided.ok
          ? { rule_id, version, outcome: "approved", rule: decided.value }
          : { rule_id, version, outcome: "refused", ...decided.error, remarks },
      );
    }
    return outcomes;
  };
};
