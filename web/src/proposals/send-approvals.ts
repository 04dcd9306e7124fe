import { api } from "../api/api.ts";
import type { Failure } from "../lib/undo-queue.ts";
import { plural } from "../lib/format.ts";
import type { Approval } from "./pending-approvals.ts";

export async function sendApproval({ ruleId, version, retiring }: Approval): Promise<string> {
  // The version identifies the text that was read, so other approvals do not matter.
  const rule = await api("approveProposal", {
    params: { rule_id: ruleId },
    body: { version },
    keepalive: true,
  });
  if (rule.in_force !== version) return approvedText(rule.approval?.missing);
  const failed = await retire(retiring, ruleId);
  return failed === ""
    ? `In force. Agents get it on their next run${retiring.length === 0 ? "" : "; the other rule is retired"}.`
    : `In force, but the other rule was not retired: ${failed}`;
}

export async function sendApprovals(work: readonly Approval[]): Promise<{
  readonly approved: ReadonlyMap<string, string>;
  readonly refused: readonly Failure<Approval>[];
}> {
  const { items } = await api("approveProposals", {
    body: { items: work.map(({ ruleId, version }) => ({ rule_id: ruleId, version })) },
    keepalive: true,
  });
  const approved = new Map<string, string>();
  const refused: Failure<Approval>[] = [];
  for (const one of work) {
    const outcome = items.find(({ rule_id }) => rule_id === one.ruleId);
    if (outcome?.outcome === "approved") {
      approved.set(one.id, outcome.in_force ? "In force" : approvedText(outcome.approval?.missing));
    } else refused.push({ work: one, error: new Error(outcome?.message ?? "no response from the server") });
  }
  return { approved, refused };
}

const approvedText = (missing = 1): string =>
  `Approved. ${plural(missing, "more person", "more people")} must approve before it takes effect.`;

async function retire(ruleIds: readonly string[], by: string): Promise<string> {
  const failed: string[] = [];
  for (const rule_id of ruleIds) {
    const body = { reason: `Replaced by ${by}, which says otherwise.` };
    await api("retireRule", { params: { rule_id }, body }).catch((error: unknown) => {
      failed.push(error instanceof Error ? error.message : String(error));
    });
  }
  return failed.join("; ");
}
