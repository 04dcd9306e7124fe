import type { Proposal } from "./proposal-queries.ts";
import { joinNames } from "./format-proposal.ts";

export function whatChanged(seen: Proposal, now: Proposal): string {
  const { version } = now;
  if (version.version !== seen.version.version) {
    return `${version.proposed_by.id} created version ${version.version}: “${version.text}”`;
  }
  if (version.status !== seen.version.status) {
    if (version.rejection !== null) {
      return `${version.rejection.by} has rejected it: “${version.rejection.reason}”`;
    }
    if (version.status === "in_force") {
      return `${lastApprover(now)} has approved it, and it is in force.`;
    }
    if (version.status === "expired") return "It has expired.";
    return `It is ${version.status.replaceAll("_", " ")} now.`;
  }
  const known = new Set(seen.approval.approved_by.map(({ by }) => by));
  const fresh = now.approval.approved_by.map(({ by }) => by).filter((by) => !known.has(by));
  if (fresh.length > 0) return `${joinNames(fresh)} approved it.`;
  const deferral = version.deferrals.at(-1);
  if (deferral !== undefined && version.deferrals.length > seen.version.deferrals.length) {
    return `${deferral.by} deferred it.`;
  }
  return "";
}

const lastApprover = ({ approval }: Proposal): string => approval.approved_by.at(-1)?.by ?? "Somebody else";
