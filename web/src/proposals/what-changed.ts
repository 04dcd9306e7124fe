import type { Proposal } from "./proposal-queries.ts";
import { listed } from "./format-proposal.ts";

/** What others did to a proposal since it was read, in a sentence; nothing where nothing shows. */
export function whatChanged(seen: Proposal, now: Proposal): string {
  const { version } = now;
  if (version.version !== seen.version.version) {
    return `${version.proposed_by.id} made version ${version.version} of it meanwhile: “${version.text}”`;
  }
  if (version.status !== seen.version.status) {
    if (version.rejection !== null) {
      return `${version.rejection.by} rejected it meanwhile: “${version.rejection.reason}”`;
    }
    if (version.status === "in_force") {
      return `${lastApprover(now)} approved it meanwhile, and it is in force.`;
    }
    if (version.status === "expired") return "It lapsed meanwhile.";
    return `It is ${version.status.replaceAll("_", " ")} by now.`;
  }
  const known = new Set(seen.approval.approved_by.map(({ by }) => by));
  const fresh = now.approval.approved_by.map(({ by }) => by).filter((by) => !known.has(by));
  if (fresh.length > 0) return `${listed(fresh)} approved it meanwhile.`;
  const deferral = version.deferrals.at(-1);
  if (deferral !== undefined && version.deferrals.length > seen.version.deferrals.length) {
    return `${deferral.by} put it off meanwhile.`;
  }
  return "";
}

const lastApprover = ({ approval }: Proposal): string => approval.approved_by.at(-1)?.by ?? "Somebody else";
