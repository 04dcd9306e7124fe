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

/** A version of a rule that the caller has seen. */
export interface RuleVersionRef {
  readonly rule_id: string;
  readonly version: number;
}

export type ApprovalOutcome = RuleVersionRef &
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
 * Approves several proposals independently: those without remarks are approved, the rest is rejected with the
 * reason.
 */
export const approveProposals = (parts: ApproveParts) => {
  const decide = decideRule(parts);
  return async (versions: readonly RuleVersionRef[], by: RuleActor): Promise<readonly ApprovalOutcome[]> => {
    const dossierOf = proposalDossier({ ...parts, rules: readOnce(parts.rules) });
    const outcomes: ApprovalOutcome[] = [];
    for (const { rule_id, version } of versions) {
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
