import type { RuleEffect } from "../../app/rule/measure-rules.ts";
import type { Quorum } from "../../core/rule/quorum.ts";
import type { RuleScope, RuleVersion } from "../../core/rule/rule.ts";
import { formatDay, formatPercent } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";

export function scopeText({ agents, paths }: RuleScope): string {
  const whom = agents.length === 0 ? "every agent" : agents.join(", ");
  return safeLine(`${whom}, in ${paths.length === 0 ? "every file" : paths.join(", ")}`);
}

/** A version's text, or a note that somebody has to write it. */
export const ruleTextOf = ({ text, wants_words }: Pick<RuleVersion, "text" | "wants_words">): string =>
  wants_words === undefined ? text : "(needs your text)";

/** Who approved, and how many approvals are missing. */
export function approvalText(
  { required, given, missing, reached, uncounted }: Quorum,
  { approvals, proposed_by }: RuleVersion,
): string {
  const by = approvals.map((each) => `${safeLine(each.by)} on ${formatDay(each.at)}`).join(", ");
  if (by === "") {
    const others =
      proposed_by.trust === "person" ? `, at least one not from ${safeLine(proposed_by.id)}` : "";
    return `needs ${missing} ${missing === 1 ? "approval" : "approvals"}${others}`;
  }
  const status = [
    `${given} of ${required} (${by})`,
    ...uncounted.map(
      (each) =>
        `${safeLine(each.by)}'s approval is not counted, because ${safeLine(each.issuer)}, who issued that token, ${each.why === "issuer_approved" ? "approved" : "proposed"} it`,
    ),
  ].join("; ");
  if (reached) return status;
  return `${status}; needs ${missing} more, not from ${approvals.map((each) => safeLine(each.by)).join(" or ")}`;
}

export function effectText(effect: RuleEffect): string {
  const { verdict, reduction, days } = effect;
  const change =
    reduction === null
      ? ""
      : reduction >= 0
        ? `, ${formatPercent(reduction)} fewer`
        : `, ${formatPercent(-reduction)} more`;
  if (verdict === "stabilising") return `stabilising, day ${Math.floor(days) + 1}`;
  return verdict === "not_enough" ? "not enough yet" : `${verdict}${change}`;
}
